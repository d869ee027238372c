// @ts-check
// node scripts/inTurn.mjs check|test: runs the steps of that command one after the other, and the scripts of a step side
// by side. A failing script's output is printed whole, and of tests that pass the runner's last lines, with their number.
// Ends each suite at its first failure, and exits with 1 after the first step that fails.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
    ['PHP', 35, ['test:php']],
    // tests/scripts/build.test.ts builds the site, also for the next steps
    ['web and scripts', 45, ['test:web']],
    ['web servers', 20, ['test:hosting:built']],
    ['another firm', 15, ['test:identity']],
    // two suites, for a failure to be told soon
    ['pages in a browser', 65, ['test:e2e:pages']],
    ['journeys in a browser', 65, ['test:e2e:journeys']],
  ],
};

/**
 * The option that ends a suite at its first failure. ParaTest knows another one than PHPUnit, which gets both.
 * @type {Record<string, string>}
 */
const FIRST_FAILURE = {
  'test:php': '--stop-on-failure --stop-on-defect',
  'test:web': '--bail=1',
  'test:hosting:built': '--bail=1',
  'test:identity': '--bail=1',
  'test:e2e:pages': '--max-failures=1',
  'test:e2e:journeys': '--max-failures=1',
};

const MEMORY = '/dev/shm';
const LEAST_BYTES = 2_000_000_000;

/** @returns a folder in memory, if it is large and may hold programs: a disk is slow to make and remove many files */
function memoryOrDisk() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const isNoexec = readFileSync('/proc/mounts', 'utf8').match(/^\S+ \/dev\/shm .*\bnoexec\b/m);
    return bavail * bsize > LEAST_BYTES && !isNoexec ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Removed at the end, with the files that the suites leave. Web servers write to it as another user. */
const temporary = mkdtempSync(`${memoryOrDisk()}/tests-`);
chmodSync(temporary, 0o1777);
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

/** Without pages of HTML between the name of a failed test and the end. */
const env = { ...process.env, TMPDIR: temporary, DEBUG_PRINT_LIMIT: '0' };

/** Vitest's number of tests is the last line but two. */
const LAST_LINES = 4;

/** @param {string} script @returns {Promise<{ isOk: boolean, summary: string }>} */
const run = (script) =>
  new Promise((resolve) => {
    /** @type {Buffer[]} */
    const said = [];
    const line = `npm run ${script} -- ${FIRST_FAILURE[script] ?? ''}`;
    const child = spawn(line, { shell: true, stdio: ['ignore', 'pipe', 'pipe'], env });
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
