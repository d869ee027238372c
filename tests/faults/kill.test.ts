import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startMailServer } from '../support/mailServer.ts';
import { createProduct, type Product } from './support/product.ts';
import { randomFrom } from './support/random.ts';

const ENQUIRIES = 1000;
const CLIENTS = 8;
/** Milliseconds between one start and the next kill. */
const SHORTEST_LIFE = 30;
const LONGEST_LIFE = 900;

const seed = Number(process.env['FAULTS_SEED'] ?? randomInt(2 ** 31));

/** Sends one enquiry until it is accepted, always with the same key. */
async function sendUntilAccepted(product: Product, about: string, onFailure: () => void) {
  const key = randomUUID();
  for (;;) {
    await product.endpointIsUp();
    try {
      const { status, reference } = await product.post(about, key);
      if (status === 200 && reference !== null) return reference;
    } catch {
      // the connection broke: nobody knows whether it was stored
    }
    onFailure();
  }
}

/** Restarts again and again, each time after a random while. Returns how often. */
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

test('with the endpoint and the worker killed again and again, every enquiry arrives', async ({
  onTestFinished,
}) => {
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  console.log(`To repeat the moments of the kills: FAULTS_SEED=${seed} npm run test:faults`);
  const mailServer = await startMailServer();
  onTestFinished(mailServer.stop);
  const product = createProduct({ smtpPort: mailServer.port });
  onTestFinished(product.stop);
  await product.start();

  const over = new AbortController();
  const endpointKills = killAtRandom(randomFrom(seed), () => product.startEndpoint(), over.signal);
  const workerKills = killAtRandom(randomFrom(seed + 1), () => product.startWorker(), over.signal);

  const accepted = new Map<string, string>();
  const enquiries = Array.from({ length: ENQUIRIES }, (_, i) => `Enquiry number ${i} `).values();
  let failures = 0;
  const client = async () => {
    for (const about of enquiries) {
      const reference = await sendUntilAccepted(product, about, () => {
        failures += 1;
      });
      expect(accepted.has(reference), `${reference} was given twice`).toBe(false);
      accepted.set(reference, about);
    }
  };
  try {
    await Promise.all(Array.from({ length: CLIENTS }, client));
  } finally {
    over.abort();
  }
  const kills = (await endpointKills) + (await workerKills);
  const postedAfter = seconds();

  await mailServer.untilArrived(accepted.keys());
  await product.untilDrained();

  const { mails } = mailServer;
  const duplicates = mails.length - new Set(mails.map(({ reference }) => reference)).size;
  console.log(
    `${accepted.size} accepted after ${postedAfter} s (${kills} kills: ${await endpointKills} of the endpoint, ` +
      `${await workerKills} of the worker; ${failures} requests failed and were sent again); ` +
      `all delivered after ${seconds()} s, with ${duplicates} duplicates.`,
  );
  expect(accepted.size).toBe(ENQUIRIES);
  expect(new Set(mails.map(({ reference }) => reference))).toEqual(new Set(accepted.keys()));
  for (const { reference, subject } of mails) expect(subject).toContain(accepted.get(reference));
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(ENQUIRIES);
  // a kill can cost one repetition: of the mail that was taken, but not yet known to be
  expect(duplicates).toBeLessThanOrEqual(kills);
  expect(failures, 'kills that interrupted a request').toBeGreaterThan(0);
  expect(await product.health()).toMatchObject({ waiting: 0, failed: 0 });
});
