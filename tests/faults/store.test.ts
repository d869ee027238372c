import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync, rmSync, writeSync } from 'node:fs';
import { expect, type TestContext, test } from 'vitest';
import { type MailServer, startMailServer } from '../support/mailServer.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { type Answer, FAILING, SUCCESS, UNAVAILABLE } from './support/client.ts';
import { createProduct, type Product, startProduct } from './support/product.ts';

const CLIENTS = 8;
const keys = Array.from({ length: CLIENTS }, () => randomUUID());

const postAll = (product: Product) => Promise.all(keys.map((key, i) => product.post(`Enquiry ${i}`, key)));

const answers = (given: readonly Answer[]) => given.map(({ status, body }) => ({ status, body }));

async function expectFailing(product: Product) {
  const start = performance.now();
  expect(await product.health()).toMatchObject(FAILING);
  expect(performance.now() - start).toBeLessThan(6_000);
}

async function expectAllWell(product: Product, mailServer: MailServer, earlier: string, reasons: unknown[] = []) {
  const after = await postAll(product);
  expect(answers(after)).toEqual(keys.map(() => SUCCESS));
  await product.untilDrained();
  const references = [earlier, ...after.map(({ reference }) => reference ?? '')];
  expect(mailServer.mails.map(({ reference }) => reference).sort()).toEqual(references.sort());
  // refused enquiries are reported for some minutes
  expect(await product.state()).toMatchObject({ waiting: 0, failed: 0, reasons });
}

async function start(context: TestContext, dataFolder: string) {
  const { mailServer, product } = await startProduct(context, { workers: CLIENTS, dataFolder });
  const earlier = await product.accepted('Before the fault');
  await product.untilDrained();
  return { mailServer, product, earlier };
}

function smallDisk(bytes: number, context: TestContext): string {
  const folder = temporaryFolder(context);
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0700`, 'tmpfs', folder], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`No small disk can be mounted: ${stderr}`);
  context.onTestFinished(() => void spawnSync('umount', [folder]));
  return folder;
}

function fill(file: string): void {
  const handle = openSync(file, 'w');
  const piece = Buffer.alloc(4096);
  try {
    for (;;) writeSync(handle, piece);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'ENOSPC') throw failure;
  } finally {
    closeSync(handle);
  }
}

test.concurrent('while the disk is full, clients get 503, and the product recovers afterwards', async (context) => {
  context.skip(process.getuid?.() !== 0, 'only root can mount a small disk');
  const disk = smallDisk(1_000_000, context);
  const { mailServer, product, earlier } = await start(context, `${disk}/data`);
  fill(`${disk}/filler`);
  expect(answers(await postAll(product))).toEqual(keys.map(() => UNAVAILABLE));
  await expectFailing(product);
  rmSync(`${disk}/filler`);
  await expectAllWell(product, mailServer, earlier, [expect.stringContaining('disk is full')]);
});

/** The content of another folder appears here while it is mounted, which only root can do. */
function mountable(context: TestContext) {
  const [disk, place] = [temporaryFolder(context), temporaryFolder(context)];
  const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: 'utf8' });
  context.onTestFinished(() => void run('umount', '-l', place));
  return {
    place,
    mount: () => expect(run('mount', '--bind', disk, place).stderr).toBe(''),
    // lazily: the worker has a file of it open
    unmount: () => expect(run('umount', '-l', place).stderr).toBe(''),
  };
}

test.concurrent('while the disk of the data folder is not mounted, clients are told 503 and no new queue is made', async (context) => {
  context.skip(process.getuid?.() !== 0, 'only root can mount a disk');
  const { place, mount, unmount } = mountable(context);
  mount();
  const mailServer = await startMailServer();
  context.onTestFinished(mailServer.stop);
  const dataFolder = `${place}/data`;
  const product = createProduct({ smtpPort: mailServer.port, workers: CLIENTS, dataFolder });
  context.onTestFinished(product.stop);
  product.setUp();
  await product.start();
  const earlier = await product.accepted('Before the fault');
  await product.untilDrained();
  unmount();
  expect(answers(await postAll(product))).toEqual(keys.map(() => UNAVAILABLE));
  await expectFailing(product);
  expect(existsSync(`${dataFolder}/enquiries.sqlite`)).toBe(false);
  mount();
  // the refusals are noted in the folder that is hidden now
  await expectAllWell(product, mailServer, earlier);
});
