import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { root } from '../../scripts/environment.mjs';
import { startMailServer } from '../support/mailServer.ts';
import { get, SUCCESS } from './support/client.ts';
import { startDatabaseServer } from './support/databaseServer.ts';
import { createProduct } from './support/product.ts';
import { expectEachMailed } from './support/stream.ts';

const CLIENTS = 8;

/** Milliseconds within which visitors, monitors and operators must get an answer. */
const LIMIT = 5_000;

async function timed<T>(work: Promise<T>) {
  const start = performance.now();
  return { said: await work, milliseconds: performance.now() - start };
}

async function runCommand(env: NodeJS.ProcessEnv, ...args: readonly string[]) {
  const child = spawn('php', [`${root}server/console`, ...args], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

test('while MariaDB hangs, everybody gets an answer within the limit, and the product recovers afterwards', async ({
  onTestFinished,
}) => {
  const database = await startDatabaseServer();
  onTestFinished(database.stop);
  const mailServer = await startMailServer();
  onTestFinished(mailServer.stop);
  const product = createProduct({
    smtpPort: mailServer.port,
    workers: 2 * CLIENTS + 2,
    web: 'php-fpm',
    env: { DATABASE_URL: database.url },
  });
  onTestFinished(product.stop);
  await product.start();

  const accepted = new Map<string, string>();
  const refused: { about: string; key: string }[] = [];
  const times: number[] = [];
  let isOver = false;
  const send = async (about: string, key: string) => {
    const { said, milliseconds } = await timed(product.post(about, key));
    times.push(milliseconds);
    if (said.status === SUCCESS.status) accepted.set(said.reference ?? '', about);
    else {
      expect(said).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      refused.push({ about, key });
    }
  };
  const client = async (_: unknown, client: number) => {
    for (let i = 0; !isOver; i += 1) await send(`Client ${client}, ${i}`, randomUUID());
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  while (accepted.size < 5 * CLIENTS) await send('Meanwhile', randomUUID());
  database.suspend();
  const before = times.length;
  while (times.length < before + 3 * CLIENTS) {
    const told = await timed(get(`${product.address()}/contact_health.php`));
    expect(told.said.status).toBe(503);
    expect(told.milliseconds).toBeLessThan(LIMIT);
  }
  const told = await timed(runCommand(product.env, 'status'));
  expect(told.said).not.toBe(0);
  expect(told.milliseconds).toBeLessThan(LIMIT);
  isOver = true;
  await clients;
  console.log(`MariaDB: ${refused.length} refused, the slowest after ${Math.max(...times)} ms.`);
  expect(Math.max(...times)).toBeLessThan(LIMIT);
  expect(refused.length).toBeGreaterThanOrEqual(2 * CLIENTS);

  database.resume();
  for (const { about, key } of refused.splice(0)) await send(about, key);
  expect(refused).toEqual([]);
  await product.untilDrained();
  // mails that were sent when the database hung could not be marked as sent
  expect(expectEachMailed(mailServer.mails, accepted)).toBeLessThanOrEqual(CLIENTS + 1);
});
