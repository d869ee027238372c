import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../../scripts/environment.mjs';
import { message } from '../support/answers.ts';
import { changeTables } from '../support/tables.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { referencesIn } from './support/enquiries.ts';
import { createProduct, startDatabase } from './support/product.ts';
import { sendAll } from './support/stream.ts';

const EARLIER = 100;
const ENQUIRIES = 300;
/** Enough old enquiries to make copying slow. */
const OLD = '20000';

test.concurrent.for(['SQLite', 'MariaDB'])(
  'a backup of %s has every enquiry that was confirmed earlier, and none that arrives meanwhile is refused',
  async (database, { onTestFinished }) => {
    const backupFile = `${temporaryFolder({ onTestFinished })}/backup`;
    const env = database === 'SQLite' ? {} : { DATABASE_URL: (await startDatabase({ onTestFinished })).url };
    const product = createProduct({ smtpPort: 1, workers: 8, env });
    onTestFinished(product.stop);
    await product.start();
    await product.accepted('The first enquiry makes the tables');
    if (database === 'SQLite') await changeTables(product.env, 'fill', OLD, JSON.stringify(message));

    let backup: Promise<unknown> | undefined;
    const { accepted, failures } = await sendAll({
      enquiries: ENQUIRIES,
      post: product.post,
      onAccepted: (count) => {
        if (count !== EARLIER) return;
        const options = { env: { ...process.env, ...product.env } };
        backup = promisify(execFile)('php', [`${root}server/console`, 'backup', backupFile], options);
      },
    });
    await backup;
    expect(failures, 'requests that the backup refused').toBe(0);
    expect(await referencesIn(backupFile)).toEqual(expect.arrayContaining([...accepted.keys()].slice(0, EARLIER)));
  },
);
