import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { expect, type TestContext, test } from 'vitest';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { type Answer, FAILING, SUCCESS, UNAVAILABLE } from './support/client.ts';
import { type Product, startProduct } from './support/product.ts';

const CLIENTS = 8;
const keys = Array.from({ length: CLIENTS }, () => randomUUID());

const postAll = (product: Product) => Promise.all(keys.map((key, i) => product.post(`Enquiry ${i}`, key)));

const answers = (given: readonly Answer[]) => given.map(({ status, body }) => ({ status, body }));

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
  const { mailServer, product } = await startProduct(context, { workers: CLIENTS, dataFolder: `${disk}/data` });
  const earlier = await product.accepted('Before the fault');
  await product.untilDrained();
  fill(`${disk}/filler`);
  expect(answers(await postAll(product))).toEqual(keys.map(() => UNAVAILABLE));
  expect(await product.health()).toMatchObject(FAILING);
  rmSync(`${disk}/filler`);
  const after = await postAll(product);
  expect(answers(after)).toEqual(keys.map(() => SUCCESS));
  await product.untilDrained();
  const references = [earlier, ...after.map(({ reference }) => reference ?? '')];
  expect(mailServer.mails.map(({ reference }) => reference).sort()).toEqual(references.sort());
  // refused enquiries are reported for some minutes
  const problems = [expect.objectContaining({ what: expect.stringContaining('An enquiry was refused') })];
  expect(await product.state()).toMatchObject({ waiting: 0, failed: 0, problems });
});
