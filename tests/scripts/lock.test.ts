import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../scripts/environment.mjs';

const LOCK = `of-a-test-${process.pid}`;

/** A process that holds the lock until its input ends. */
function holder() {
  const code = `import { lock } from '${root}scripts/lock.mjs';
    const release = lock('${LOCK}', () => console.log('waits'));
    console.log('holds');
    process.stdin.once('end', release).resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return { child, says: async () => (await lines.next()).value };
}

test('a process waits for a lock until the one that holds it releases it, or is killed', async () => {
  const first = holder();
  expect(await first.says()).toBe('holds');
  const second = holder();
  expect(await second.says()).toBe('waits');
  first.child.stdin.end();
  expect(await second.says()).toBe('holds');
  const third = holder();
  expect(await third.says()).toBe('waits');
  second.child.kill('SIGKILL');
  expect(await third.says()).toBe('holds');
  third.child.stdin.end();
  expect(await third.says()).toBeUndefined();
});
