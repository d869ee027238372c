import { execFile, execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { root } from '../../scripts/environment.mjs';
import { message } from '../support/answers.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { PATIENCE, type Product, startDatabase, startProduct } from './support/product.ts';
import { sendAll } from './support/stream.ts';

/** DELIVERY_PER_HOUR. */
const SENT = 50;
const WAITING = 20;
const ENQUIRIES = 300;
/** Enough old enquiries to make copying slow. */
const OLD = 20_000;

const run = async (product: Product, ...command: readonly string[]) => {
  const { stdout } = await promisify(execFile)('php', [`${root}server/console`, ...command], {
    env: { ...process.env, ...product.env },
  });
  return stdout;
};

function addOldOnes(product: Product): void {
  const file = `${product.dataFolder}/enquiries.sqlite`;
  const payload = JSON.stringify(message);
  execFileSync('php', [`${root}tests/bench/fill.php`, file, String(OLD), payload]);
  const settle =
    '(new PDO("sqlite:$argv[1]/enquiries.sqlite"))->exec("UPDATE enquiry SET state = \'sent\' WHERE email = \'bench@example.com\'");';
  execFileSync('php', ['-r', settle, product.dataFolder]);
}

test.concurrent.for(['SQLite', 'MariaDB'])(
  'a backup taken from %s while enquiries arrive restores all earlier enquiries, and none is sent again',
  async (database, { onTestFinished }) => {
    const folder = temporaryFolder({ onTestFinished });
    const databaseUrl = async () => (database === 'SQLite' ? '' : (await startDatabase({ onTestFinished })).url);
    const { mailServer, product } = await startProduct(
      { onTestFinished },
      { workers: 8, env: { DATABASE_URL: await databaseUrl(), DELIVERY_PER_HOUR: String(SENT) } },
    );

    const before: string[] = [];
    for (let i = 0; i < SENT + WAITING; i += 1) before.push(await product.accepted(`Before ${i} `));
    await vi.waitFor(() => expect(mailServer.mails, 'the brake holds').toHaveLength(SENT), PATIENCE);
    if (database === 'SQLite') addOldOnes(product);

    const file = `${folder}/backup`;
    let backup: Promise<string> | undefined;
    let during = 0;
    let accepted = 0;
    const stream = await sendAll({
      enquiries: ENQUIRIES,
      post: product.post,
      onAccepted: (count) => {
        accepted = count;
        if (count === ENQUIRIES / 3) {
          backup = run(product, 'backup', file).then((said) => {
            during = accepted - ENQUIRIES / 3;
            return said;
          });
        }
      },
    });
    const said = await backup;
    before.push(...[...stream.accepted.keys()].slice(0, ENQUIRIES / 3));
    expect(stream.failures, 'requests that a backup refused').toBe(0);
    expect(mailServer.mails).toHaveLength(SENT);
    const after = await product.accepted('After the backup');

    await product.kill();
    product.env['DATABASE_URL'] = await databaseUrl();
    rmSync(`${product.dataFolder}/enquiries.sqlite`, { force: true });
    const count = Number(/: (\d+)/.exec(said ?? '')?.[1]);
    expect(await run(product, 'restore', file)).toContain(`: ${count}. Already there: 0`);
    product.env['DELIVERY_PER_HOUR'] = '0';
    await product.start();
    await mailServer.untilArrived(before);
    await product.untilDrained();
    expect(await run(product, 'restore', file)).toContain(`: 0. Already there: ${count}`);
    await product.untilDrained();

    const mailed = mailServer.mails.map(({ reference }) => reference);
    expect(new Set(mailed).size, 'nothing is mailed twice').toBe(mailed.length);
    expect(mailed).toEqual(expect.arrayContaining(before));
    expect(mailed).not.toContain(after);
    const old = database === 'SQLite' ? OLD : 0;
    expect(mailed).toHaveLength(count - old);
    const posted = [...before, ...stream.accepted.keys(), after];
    console.log(
      `${database}: a backup of ${count}, ${during} accepted meanwhile; after it, and lost: ` +
        `${new Set(posted).size - mailed.length} of ${new Set(posted).size}.`,
    );
    expect(await product.state()).toMatchObject({ waiting: 0, failed: 0 });
  },
);
