import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startMailServer } from '../support/mailServer.ts';
import { createProduct } from './support/product.ts';

const run = promisify(execFile);

const CLIENTS = 4;
const EARLIER = 20;
/** Posted after the copy was made and before it is put back. */
const BETWEEN = 20;
/** Posted after the files have changed. */
const LATER = 40;

/** Shell commands that change the data folder $1. $2 is an older copy of it. */
const CHANGES = {
  'the host puts an older copy back with rsync': 'rsync -a "$2/" "$1/"',
  'an older copy is moved over the database': 'mv "$2/enquiries.sqlite" "$1/"',
  'an older copy is written over the database': 'cp "$2/enquiries.sqlite" "$1/"',
  'the database is deleted': 'rm "$1/enquiries.sqlite"',
  'everything beside the database is deleted':
    'find "$1" -type f ! -name enquiries.sqlite -delete',
  'the log of an earlier release is put back':
    'cp "$2/enquiries.sqlite-wal" "$1/" && cp "$2/enquiries.sqlite-shm" "$1/"',
};

/** An open write-ahead log, as release 2.0.0 left one. */
const LEAVE_LOG = `
  $db = new PDO("sqlite:$argv[1]/enquiries.sqlite");
  $db->exec('PRAGMA journal_mode=WAL; UPDATE enquiry_meta SET value = value; DELETE FROM enquiry');
  posix_kill(getmypid(), SIGKILL);`;

test.concurrent.for(Object.entries(CHANGES))(
  'when %s under load, every enquiry that is posted afterwards arrives',
  async ([, change], { onTestFinished }) => {
    const mailServer = await startMailServer();
    onTestFinished(mailServer.stop);
    // without a mail server, an enquiry is only in the database
    const product = createProduct({ smtpPort: 1, web: 'php-fpm', workers: CLIENTS });
    onTestFinished(product.stop);
    await product.start();
    const folder = mkdtempSync(`${tmpdir()}/copy-`);
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const copy = `${folder}/data`;

    const postAll = async (count: number) => {
      const references: string[] = [];
      for (let i = 0; i < count; i += 1) references.push(await product.accepted(`Enquiry ${i}`));
      return references;
    };
    await postAll(EARLIER);
    await run('cp', ['-a', product.dataFolder, copy]);
    await run('php', ['-r', LEAVE_LOG, copy]).catch(() => {});
    const between = await postAll(BETWEEN);

    // requests are on their way at every moment of the change
    let isChanged = false;
    const later: string[] = [];
    const client = async () => {
      while (later.length < LATER) {
        const isLater = isChanged;
        const reference = await product.accepted('Under load');
        if (isLater) later.push(reference);
      }
    };
    const clients = Promise.all(Array.from({ length: CLIENTS }, client));
    await run('sh', ['-ec', change, 'sh', product.dataFolder, copy]);
    isChanged = true;
    await clients;

    await product.kill();
    product.env['SMTP_PORT'] = String(mailServer.port);
    await product.start();
    const expected = change.includes('enquiries.sqlite"') ? later : [...between, ...later];
    await mailServer.untilArrived(expected);
    await product.untilDrained();
    expect(await product.health()).toMatchObject({ status: 'ok', failed: 0 });
  },
);
