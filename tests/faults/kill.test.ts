import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { listen } from '../support/listen.ts';
import { startMailServer } from '../support/mailServer.ts';
import { changeTables } from '../support/tables.ts';
import { createProduct, PATIENCE, startDatabase } from './support/product.ts';
import { expectEachMailed, sendAll } from './support/stream.ts';

const SHORTEST_LIFE = 30;
const LONGEST_LIFE = 900;

const RECIPIENTS = ['sales@firm.example', 'owner@firm.example'];

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

/** A webhook. @returns the webhook-ids that arrived */
async function startReceiver() {
  const ids: string[] = [];
  const server = createServer((request, response) => {
    ids.push(String(request.headers['webhook-id']));
    request.resume().on('end', () => response.writeHead(204).end());
  });
  const url = `http://127.0.0.1:${await listen(server)}/`;
  return { ids, url, stop: () => void server.close() };
}

interface Case {
  readonly web: 'php -S' | 'php-fpm';
  readonly database: 'SQLite' | 'MariaDB';
  readonly enquiries: number;
}

test.concurrent.for<Case>([
  { web: 'php -S', database: 'SQLite', enquiries: 1000 },
  { web: 'php-fpm', database: 'SQLite', enquiries: 450 },
  { web: 'php -S', database: 'MariaDB', enquiries: 450 },
  { web: 'php-fpm', database: 'MariaDB', enquiries: 1000 },
])(
  'with the endpoint ($web, $database) and the worker killed again and again, every enquiry reaches every target',
  async ({ web, database, enquiries: usual }, { onTestFinished }) => {
    const enquiries = Number(ENQUIRIES ?? usual);
    const receiver = await startReceiver();
    onTestFinished(receiver.stop);
    const env: NodeJS.ProcessEnv = {
      MAIL_TO: RECIPIENTS.join(','),
      // without a built notice, which would have to name the receiver
      TEST_PAGES_DIR: '/dev/null/pages',
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
    const [{ accepted, failures }, kills] = await inTurn(async () => {
      await product.start();
      start = Date.now();
      const over = new AbortController();
      const killed = Promise.all([
        killAtRandom(() => product.startEndpoint(), over.signal),
        killAtRandom(() => product.startWorker(), over.signal),
      ]);
      const sent = await sendAll({ enquiries, post }).finally(() => over.abort());
      return [sent, await killed];
    });
    const postedAfter = seconds();

    let killedTwice = 0;
    await vi.waitFor(async () => {
      // a delivery whose process was killed twice is leased for an hour
      killedTwice += Number(await changeTables(product.env, 'end-long-leases'));
      expect(await product.state()).toMatchObject({ waiting: 0, failed: 0 });
    }, PATIENCE);

    const repeatedMails = expectEachMailed(mailServer.mails, accepted, RECIPIENTS);
    const repeatedPosts = receiver.ids.length - accepted.size;
    console.log(
      `${web}, ${database}: ${accepted.size} accepted after ${postedAfter} s (${kills[0]} kills of the endpoint, ` +
        `${kills[1]} of the worker; ${failures} requests failed and were sent again); all delivered after ` +
        `${seconds()} s; ${killedTwice} deliveries waited after two kills, ${repeatedMails.join(' and ')} mails to ` +
        `each recipient and ${repeatedPosts} posts came twice.`,
    );
    expect(new Set(receiver.ids), 'each is posted').toEqual(new Set(accepted.keys()));
    // a kill between a delivery and its outcome repeats one mail and one post at most
    expect(Math.max(...repeatedMails, repeatedPosts)).toBeLessThanOrEqual(kills[0] + kills[1]);
    expect(failures, 'kills that interrupted a request').toBeGreaterThan(0);
  },
);
