import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { root } from '../../scripts/environment.mjs';
import { listen } from '../support/listen.ts';
import { startMailServer } from '../support/mailServer.ts';
import { createProduct, PATIENCE, startDatabase } from './support/product.ts';
import { expectEachMailed, sendAll } from './support/stream.ts';

const SHORTEST_LIFE = 30;
const LONGEST_LIFE = 900;

/** The shortest there is: it does not run out before this while a killed process had the enquiry in hand. */
const LEASE_SECONDS = 660;

/** Of each case, instead of its own number. */
const ENQUIRIES = process.env['FAULTS_ENQUIRIES'];

async function killAtRandom(restart: () => Promise<void>, over: AbortSignal) {
  let kills = 0;
  while (!over.aborted) {
    const life = SHORTEST_LIFE + Math.random() * (LONGEST_LIFE - SHORTEST_LIFE);
    await delay(life, undefined, { signal: over }).catch(() => {});
    if (over.aborted) break;
    await restart();
    kills += 1;
  }
  return kills;
}

/** One product after the other is killed, so that each has enough processor time. */
let turn: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = turn.then(work);
  turn = done.catch(() => {});
  return done;
}

const CHANGE = `
  require $argv[1] . 'server/vendor/autoload.php';
  echo Enquiry\\Configuration\\Configuration::fromArray(getenv())->database()->write(
    fn($connection) => $connection->change($argv[2]));`;

/** @returns how many enquiries changed */
async function change(env: NodeJS.ProcessEnv, sql: string): Promise<number> {
  const run = promisify(execFile);
  const { stdout } = await run('php', ['-r', CHANGE, root, sql], {
    env: { ...process.env, ...env },
  });
  return Number(stdout);
}

const makeDue = (env: NodeJS.ProcessEnv, condition: string) =>
  change(
    env,
    `UPDATE enquiry SET due_at = 0 WHERE state = 'waiting' AND lease IS NULL AND due_at > 0 AND ${condition}`,
  );

/** Posts what is collected for the next quarter of an hour, and what no process has in hand. */
const postNow = (env: NodeJS.ProcessEnv) =>
  change(env, 'UPDATE enquiry SET webhook_due_at = 0 WHERE webhook_due_at > 0 AND webhook_attempts = 0');

/** An enquiry whose process was killed twice waits for an hour. */
const letHoursPass = (env: NodeJS.ProcessEnv) => makeDue(env, 'unanswered > 1');

/** A digest waits for a quarter of an hour. */
async function letQuartersPass(env: NodeJS.ProcessEnv, over: AbortSignal) {
  while (!over.aborted) {
    await makeDue(env, 'collected = 1 AND unanswered = 0').catch(() => 0);
    await delay(1_000, undefined, { signal: over }).catch(() => {});
  }
}

interface Case {
  readonly web: 'php -S' | 'php-fpm';
  readonly database: 'SQLite' | 'MariaDB';
  readonly enquiries: number;
  /** SURGE_PER_HOUR; 0: no digests */
  readonly surge: string;
}

const LARGEST_DIGEST = 100;

/** A second destination. @returns the webhook-ids that arrived */
async function startReceiver() {
  const ids: string[] = [];
  const server = createServer((request, response) => {
    ids.push(String(request.headers['webhook-id']));
    request.resume().on('end', () => response.writeHead(204).end());
  });
  const url = `http://127.0.0.1:${await listen(server)}/`;
  return { ids, url, stop: () => void server.close() };
}

test.concurrent.for<Case>([
  { web: 'php -S', database: 'SQLite', enquiries: 1000, surge: '0' },
  { web: 'php-fpm', database: 'SQLite', enquiries: 300, surge: '0' },
  { web: 'php -S', database: 'MariaDB', enquiries: 300, surge: '0' },
  { web: 'php -S', database: 'SQLite', enquiries: 1000, surge: '30' },
  { web: 'php -S', database: 'MariaDB', enquiries: 300, surge: '30' },
])(
  'with the endpoint ($web, $database) and the worker killed again and again, every enquiry arrives (SURGE_PER_HOUR=$surge)',
  async ({ web, database, enquiries: usual, surge }, { onTestFinished }) => {
    const enquiries = Number(ENQUIRIES ?? usual);
    const collects = surge !== '0';
    const receiver = await startReceiver();
    onTestFinished(receiver.stop);
    const env: NodeJS.ProcessEnv = {
      SURGE_PER_HOUR: surge,
      WEBHOOK_URL: receiver.url,
      WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
    };
    if (database === 'MariaDB') {
      env['DATABASE_URL'] = (await startDatabase({ onTestFinished })).url;
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
        killAtRandom(() => product.startEndpoint(), over.signal),
        killAtRandom(() => product.startWorker(), over.signal),
        collects && letQuartersPass(product.env, over.signal),
      ]);
      const sent = await sendAll({ enquiries, post }).finally(() => over.abort());
      return [sent, await kills];
    });
    const postedAfter = seconds();

    let killedTwice = 0;
    await vi.waitFor(async () => {
      killedTwice += await letHoursPass(product.env);
      if (collects) {
        await makeDue(product.env, 'collected = 1');
        await postNow(product.env);
      }
      const { waiting, webhookWaiting = 0 } = await product.state();
      expect(waiting + webhookWaiting).toBe(0);
    }, PATIENCE);
    await mailServer.untilArrived(accepted.keys());

    const duplicates = expectEachMailed(mailServer.mails, accepted, collects ? killedTwice : 0);
    console.log(
      `${web}, ${database}, ${new Set(mailServer.mails.map(({ messageId }) => messageId)).size} mails: ${accepted.size} accepted after ${postedAfter} s (${endpointKills} kills of the ` +
        `endpoint, ${workerKills} of the worker; ${failures} requests failed and were sent again); ` +
        `all delivered after ${seconds()} s, ${killedTwice} of them after two kills, with ${duplicates} duplicates.`,
    );
    // each kill may repeat one mail: it was accepted but not yet marked as sent
    const mailsRepeated = duplicates / (collects ? LARGEST_DIGEST : 1);
    expect(mailsRepeated).toBeLessThanOrEqual(endpointKills + workerKills);
    expect(seconds() - postedAfter, 'without waiting for a lease').toBeLessThan(LEASE_SECONDS);
    expect(new Set(receiver.ids), 'each is posted').toEqual(new Set(accepted.keys()));
    // a kill between the request and its outcome repeats the request, with the same id
    expect(receiver.ids.length - accepted.size).toBeLessThanOrEqual(endpointKills + workerKills);
    console.log(`${web}, ${database}: ${receiver.ids.length} requests to the webhook.`);
    expect(failures, 'kills that interrupted a request').toBeGreaterThan(0);
    expect(await product.state()).toMatchObject({ waiting: 0, failed: 0 });
  },
);
