import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { expect, type TestContext, test } from 'vitest';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { SUCCESS } from './support/client.ts';
import { createProduct } from './support/product.ts';

const CLIENTS = 8;

/** Files that are empty between two transactions. */
const EMPTY = /\.lock$|-journal$/;

function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH: drops everything that is not synced. */
const DROP = 'open F, "<", $ARGV[0]; my $f = pack "L", 2; ioctl(F, 0x8004587D, $f) or die $!';

/** A disk that is synced on request only. */
function makeDisk(context: TestContext) {
  const folder = temporaryFolder(context);
  const [image, place] = [`${folder}/image`, `${folder}/disk`];
  const mount = () => run('mount', '-o', 'loop,commit=600', image, place);
  run('mkdir', place);
  run('truncate', '--size=32M', image);
  run('mkfs.ext4', '-q', image);
  mount();
  context.onTestFinished(() => void spawnSync('umount', ['-l', place]));
  return {
    dataFolder: `${place}/data`,
    async failPower(processes: { kill: () => Promise<void> }) {
      run('perl', '-e', DROP, place);
      await processes.kill();
      run('umount', place);
      mount();
    },
  };
}

function start(context: TestContext) {
  context.skip(process.getuid?.() !== 0, 'only root can mount a disk');
  const disk = makeDisk(context);
  const product = createProduct({ smtpPort: 1, workers: CLIENTS, dataFolder: disk.dataFolder });
  context.onTestFinished(product.stop);
  return { disk, product };
}

test.concurrent('after a power failure right after setup, enquiries are accepted', async (context) => {
  const { disk, product } = start(context);
  product.setUp();
  await disk.failPower(product);
  for (const file of readdirSync(disk.dataFolder).filter((name) => !EMPTY.test(name))) {
    expect(statSync(`${disk.dataFolder}/${file}`).size, file).toBeGreaterThan(0);
  }
  await product.start();
  await product.accepted('After the power failure');
});

test.concurrent('a power failure right after an answer loses no confirmed enquiry', async (context) => {
  const { disk, product } = start(context);
  await product.start();
  let isDown = false;
  const confirmed: string[] = [];
  const client = async () => {
    while (!isDown) {
      const { status, reference } = await product.post('Enquiry');
      if (status === SUCCESS.status) confirmed.push(reference ?? '');
      if (confirmed.length === 100) {
        isDown = true;
        await disk.failPower(product);
      }
    }
  };
  await Promise.allSettled(Array.from({ length: CLIENTS }, client));
  await product.start();
  const added = await product.accepted('After the power failure');
  const stored = (await product.enquiries()).map(({ reference }) => reference);
  expect(stored).toEqual(expect.arrayContaining([...confirmed, added]));
});
