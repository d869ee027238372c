import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startMailServer } from '../support/mailServer.ts';
import { startDatabaseServer } from './support/databaseServer.ts';
import { createProduct } from './support/product.ts';
import { randomFrom } from './support/random.ts';
import { expectEachMailed, sendAll } from './support/stream.ts';

const SHORTEST_LIFE = 30;
const LONGEST_LIFE = 900;

const seed = Number(process.env['FAULTS_SEED'] ?? randomInt(2 ** 31));
console.log(`To repeat the moments of the kills: FAULTS_SEED=${seed} npm run test:faults`);

async function killAtRandom(random: () => number, restart: () => Promise<void>, over: AbortSignal) {
  let kills = 0;
  while (!over.aborted) {
    const life = SHORTEST_LIFE + random() * (LONGEST_LIFE - SHORTEST_LIFE);
    await delay(life, undefined, { signal: over }).catch(() => {});
    if (over.aborted) break;
    await restart();
    kills += 1;
  }
  return kills;
}

/** One product after the other is killed, so that each has enough processor time. All wait for leases together. */
let turn: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = turn.then(work);
  turn = done.catch(() => {});
  return done;
}

interface Case {
  readonly web: 'php -S' | 'php-fpm';
  readonly database: 'SQLite' | 'MariaDB';
  readonly enquiries: number;
}

test.concurrent.for<Case>([
  { web: 'php -S', database: 'SQLite', enquiries: 1000 },
  { web: 'php-fpm', database: 'SQLite', enquiries: 300 },
  { web: 'php -S', database: 'MariaDB', enquiries: 300 },
])(
  'with the endpoint ($web, $database) and the worker killed again and again, every enquiry arrives',
  async ({ web, database, enquiries }, { onTestFinished }) => {
    const env: NodeJS.ProcessEnv = {};
    if (database === 'MariaDB') {
      const server = await startDatabaseServer();
      onTestFinished(server.stop);
      env['DATABASE_URL'] = server.url;
    }
    const mailServer = await startMailServer();
    onTestFinished(mailServer.stop);
    const product = createProduct({ smtpPort: mailServer.port, env, web });
    onTestFinished(product.stop);

    let start = 0;
    const seconds = () => Math.round((Date.now() - start) / 1000);
    const post = async (about: string, key: string) => {
      await product.endpointIsUp();
      return product.post(about, key);
    };
    const [{ accepted, failures }, [endpointKills, workerKills]] = await inTurn(async () => {
      await product.start();
      start = Date.now();
      const over = new AbortController();
      const kills = Promise.all([
        killAtRandom(randomFrom(seed), () => product.startEndpoint(), over.signal),
        killAtRandom(randomFrom(seed + 1), () => product.startWorker(), over.signal),
      ]);
      const sent = await sendAll({ enquiries, post }).finally(() => over.abort());
      return [sent, await kills];
    });
    const postedAfter = seconds();

    await mailServer.untilArrived(accepted.keys());
    await product.untilDrained();

    const duplicates = expectEachMailed(mailServer.mails, accepted);
    console.log(
      `${web}, ${database}: ${accepted.size} accepted after ${postedAfter} s (${endpointKills} kills of the ` +
        `endpoint, ${workerKills} of the worker; ${failures} requests failed and were sent again); ` +
        `all delivered after ${seconds()} s, with ${duplicates} duplicates.`,
    );
    // each kill may repeat one mail: it was accepted but not yet marked as sent
    expect(duplicates).toBeLessThanOrEqual(endpointKills + workerKills);
    expect(failures, 'kills that interrupted a request').toBeGreaterThan(0);
    expect(await product.health()).toMatchObject({ waiting: 0, failed: 0 });
  },
);
