// @ts-check
// node scripts/inTurn.mjs check|test: runs the steps of that command one after the other, and the scripts of a step side
// by side. A failing script's output is printed whole, and of tests that pass the runner's last lines, with their number.
// Exits with 1 at the first step that fails.
import { spawn } from 'node:child_process';
import { follow } from './progress.mjs';
import { exitWith } from './setup.mjs';

const CHECKS = ['check:lint', 'check:types', 'check:content', 'check:php'];

/**
 * The usual seconds of each step on two quiet cores tell how long the rest takes.
 * @type {Record<string, [name: string, seconds: number, scripts: string[]][]>}
 */
const COMMANDS = {
  check: [['formatting, types and content', 10, CHECKS]],
  test: [
    ['formatting, types and content', 10, CHECKS],
    ['PHP, web and scripts', 100, ['test:php', 'test:web']],
    // builds the site, also for the next step
    ['web servers and another firm', 45, ['test:hosting', 'test:identity']],
    ['a browser', 80, ['test:e2e:built']],
  ],
};

/** Vitest's number of tests is the last line but two. */
const LAST_LINES = 4;

/** @param {string} script @returns {Promise<{ isOk: boolean, summary: string }>} */
const run = (script) =>
  new Promise((resolve) => {
    /** @type {Buffer[]} */
    const said = [];
    const child = spawn(`npm run ${script}`, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => said.push(piece));
    child.once('close', (code) => {
      const output = Buffer.concat(said);
      if (code !== 0) process.stdout.write(Buffer.concat([Buffer.from(`\n${script}:\n`), output]));
      const lines = String(output)
        .split('\n')
        .filter((line) => line.trim() !== '');
      resolve({ isOk: code === 0, summary: script.startsWith('test:') ? lines.slice(-LAST_LINES).join('\n') : '' });
    });
  });

/** @param {number} seconds */
const about = (seconds) => (seconds < 90 ? `${Math.ceil(seconds / 10) * 10} s` : `${Math.round(seconds / 60)} min`);

const steps = COMMANDS[process.argv[2] ?? ''] ?? exitWith(`Say which command: ${Object.keys(COMMANDS).join(' or ')}.`);
const total = steps.reduce((sum, [, seconds]) => sum + seconds, 0);
let [passed, usual] = [0, 0];
/** A machine that is slow so far stays slow. */
const pace = () => (usual === 0 ? 1 : passed / usual);

for (const [index, [name, share, scripts]] of steps.entries()) {
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  let isOver = false;
  const left = () => {
    const rest = (total - usual) * pace();
    return isOver ? rest : Math.max(rest - share * pace(), rest - seconds());
  };
  const isLast = index === steps.length - 1;
  const end = follow(`${index + 1}/${steps.length} ${name}`, () => (isLast ? '' : `, about ${about(left())} left`));
  const results = await Promise.all(scripts.map(run));
  isOver = true;
  passed += seconds();
  usual += share;
  end();
  for (const { isOk, summary } of results) if (isOk && summary !== '') console.log(summary);
  const failed = scripts.filter((_, at) => !results[at]?.isOk);
  if (failed.length > 0) exitWith(`\nFailed: ${failed.join(', ')}. The reason is in its output above.`);
}
