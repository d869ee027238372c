import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { answerTo } from '../support/answers.ts';
import { logIn } from '../support/logIn.ts';
import { STATEMENTS } from '../support/tables.ts';
import { type Answer, SUCCESS, UNAVAILABLE } from './support/client.ts';
import { type Cut, startDatabaseProxy } from './support/databaseProxy.ts';
import { startDatabaseServer } from './support/databaseServer.ts';
import { type Product, startDatabase, startProduct } from './support/product.ts';
import { expectEachMailed, sendAll } from './support/stream.ts';

const CLIENTS = 8;

/** In milliseconds: the form waits no longer, also for a server that hangs. */
const PATIENCE = 20_000;

const { status, body } = answerTo('nobody knows whether it is stored');
const UNDECIDED = { status, body };

const told = ({ status: code, body: said }: Answer) => ({ status: code, body: said });

let shared: Awaited<ReturnType<typeof startDatabaseServer>>;

beforeAll(async () => {
  shared = await startDatabaseServer();
});

afterAll(() => shared.stop());

const startWith = (context: TestContext, databaseUrl: string, workers = CLIENTS) =>
  startProduct(context, { workers, env: { DATABASE_URL: databaseUrl } });

/** On the shared server, with its own database behind a proxy. */
async function startBehindProxy(context: TestContext) {
  const proxy = await startDatabaseProxy(shared.port);
  context.onTestFinished(proxy.stop);
  const name = `d${randomUUID().replaceAll('-', '')}`;
  const url = await shared.createDatabase(name, proxy.port);
  return { proxy, ...(await startWith(context, url, 2)) };
}

/** Sends all, and checks that each refusal is 503 with Retry-After. */
async function sendAllOr503(product: Product, stream: Omit<Parameters<typeof sendAll>[0], 'post'>) {
  const refused: Answer[] = [];
  const { accepted } = await sendAll({
    ...stream,
    post: async (about, key) => {
      const answer = await product.post(about, key);
      if (answer.status !== 200) refused.push(answer);
      return answer;
    },
  });
  for (const answer of refused) {
    expect([UNAVAILABLE, UNDECIDED]).toContainEqual(told(answer));
    expect(Number(answer.retryAfter)).toBeGreaterThan(0);
  }
  return { accepted, refused };
}

test.concurrent.for<[what: string, cut: Cut, answer: typeof UNDECIDED]>([
  ['has counted', { statement: STATEMENTS.countsClient, at: 'statement', moment: 'after' }, UNAVAILABLE],
  ['is about to commit', { statement: STATEMENTS.storesEnquiry, at: 'COMMIT', moment: 'before' }, UNDECIDED],
  ['commits', { statement: STATEMENTS.storesEnquiry, at: 'COMMIT', moment: 'during' }, UNDECIDED],
  ['has committed', { statement: STATEMENTS.storesEnquiry, at: 'COMMIT', moment: 'after' }, UNDECIDED],
  ['waits for its commit', { statement: STATEMENTS.storesEnquiry, at: 'COMMIT', moment: 'hang' }, UNDECIDED],
])(
  'when the connection is cut as an enquiry %s, the visitor is told so, and the same key stores it once',
  async ([, cut, answer], context) => {
    const { proxy, mailServer, product } = await startBehindProxy(context);
    const key = randomUUID();
    const isCut = proxy.cutOnce(cut);
    const start = performance.now();
    const first = await product.post('Cut off', key);
    expect(performance.now() - start).toBeLessThan(PATIENCE);
    await isCut;
    expect(told(first)).toEqual(answer);
    expect(Number(first.retryAfter)).toBeGreaterThan(0);

    const again = await product.post('Cut off', key);
    expect(again).toMatchObject(SUCCESS);
    expect(await product.post('Cut off', key)).toEqual(again);
    await product.untilDrained();
    expect(await product.enquiries()).toEqual([{ reference: again.reference, state: 'sent' }]);
    expect(mailServer.mails.map(({ reference }) => reference)).toEqual([again.reference]);
  },
);

test.concurrent.for<[what: string, cut: Cut]>([
  ['claimed', { statement: STATEMENTS.claimsDelivery, at: 'statement', moment: 'after' }],
  ['claimed, after COMMIT', { statement: STATEMENTS.claimsDelivery, at: 'COMMIT', moment: 'after' }],
  ['marked as sent, before COMMIT', { statement: STATEMENTS.storesOutcome, at: 'COMMIT', moment: 'before' }],
  ['marked as sent, after COMMIT', { statement: STATEMENTS.storesOutcome, at: 'COMMIT', moment: 'after' }],
  ['marked as sent, waiting for COMMIT', { statement: STATEMENTS.storesOutcome, at: 'COMMIT', moment: 'hang' }],
])('when the connection is cut as an enquiry is %s, it is mailed once', async ([, cut], context) => {
  const { proxy, mailServer, product } = await startBehindProxy(context);
  const isCut = proxy.cutOnce(cut);
  const reference = await product.accepted('Cut off');
  await isCut;
  await product.untilDrained();
  expect(mailServer.mails.map((mail) => mail.reference)).toEqual([reference]);
  expect(await product.enquiries()).toEqual([{ reference, state: 'sent' }]);
  const log = () => logIn(product.dataFolder);
  await context.expect.poll(log).toContain('"event":"delivered"');
  expect(log()).not.toContain('may arrive twice');
});

test('while MariaDB is locked or read-only, visitors get 503 before the lock ends; then all is well', async (context) => {
  const { mailServer, product } = await startWith(context, shared.url);
  const holder = shared.openSession();
  context.onTestFinished(holder.end);
  const accepted = [await product.accepted('Before')];
  const listed = await shared.run('SHOW TABLES FROM enquiries');
  const tables = listed.flatMap(Object.values).map((name) => `enquiries.${name}`);
  const locks: [what: string, begin: readonly string[], end: string][] = [
    // mysqldump --lock-tables
    ['tables', [`LOCK TABLES ${tables.map((table) => `${table} READ`).join(', ')}`], 'UNLOCK TABLES'],
    ['all tables and commits', ['FLUSH TABLES WITH READ LOCK'], 'UNLOCK TABLES'],
    // a lock wait timeout
    ['rows', ['BEGIN', ...tables.map((table) => `SELECT 1 FROM ${table} FOR UPDATE`)], 'ROLLBACK'],
    // the old primary after a failover
    ['read-only', ['SET GLOBAL read_only = 1'], 'SET GLOBAL read_only = 0'],
  ];
  for (const [what, begin, end] of locks) {
    const keys = Array.from({ length: CLIENTS }, () => randomUUID());
    const post = () => Promise.all(keys.map((key) => product.post(`While ${what}`, key)));
    for (const sql of begin) await holder.run(sql);
    const refused = await post();
    expect(refused.map(told), what).toEqual(keys.map(() => UNAVAILABLE));
    for (const { retryAfter } of refused) expect(Number(retryAfter)).toBeGreaterThan(0);
    await holder.run(end);
    const after = await post();
    expect(after.map(told), what).toEqual(keys.map(() => SUCCESS));
    accepted.push(...after.map(({ reference }) => reference ?? ''));
  }
  await product.untilDrained();
  expect(mailServer.mails.map(({ reference }) => reference).sort()).toEqual(accepted.sort());
});

test('while MariaDB is restarted and killed and its connections are killed, nothing is lost or mailed twice', async (context) => {
  const database = await startDatabase(context);
  const { mailServer, product } = await startWith(context, database.url);
  await product.accepted('Before');
  await product.untilDrained();
  const faults: (() => Promise<unknown>)[] = [
    () => database.run('SET GLOBAL wait_timeout = 2'),
    () => database.shutDown().then(database.startAgain),
    () => database.kill().then(database.startAgain),
  ];
  const begun: Promise<unknown>[] = [];
  const { accepted, refused } = await sendAllOr503(product, {
    enquiries: 240,
    onAccepted: (count) => {
      const fault = count % 60 === 0 ? faults.shift() : undefined;
      if (fault !== undefined) begun.push(fault());
      // fails while the server is down
      else if (count % 10 === 0) database.run('KILL CONNECTION USER website').catch(() => undefined);
    },
  });
  expect(faults).toEqual([]);
  await Promise.all(begun);
  await product.untilDrained();
  console.log(`MariaDB cut, restarted and killed: 240 accepted, ${refused.length} refused and sent again.`);
  expect(await product.enquiries()).toHaveLength(accepted.size + 1);
  expect(expectEachMailed(mailServer.mails.slice(1), accepted)).toEqual([0]);
});
