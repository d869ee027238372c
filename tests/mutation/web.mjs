// @ts-check
// npm run mutate:web: changes the site's code in one place after another, and shows what no test notices.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { root } from '../../scripts/environment.mjs';
import { exitWith } from '../../scripts/setup.mjs';
import { accepted, describe, fits } from './mutants.mjs';

/** What of the mutants may survive. */
const LIMIT = 0.1;

/**
 * Code that does something. What the site says, and the states that only npm run dev has, are data.
 * @param {string} file
 */
const isCode = (file) =>
  /^src\/.+\.tsx?$/.test(file) &&
  !/^src\/(?:content|identity|states)\/|^src\/pages\/.*\.ts$|^src\/(?:prerender|images|writing)\.tsx?$|\.d\.ts$/.test(
    file,
  );

/** @param {string[]} args */
function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`"git ${args.join(' ')}" failed: ${stderr}`);
  return stdout.split('\n').filter(Boolean);
}

/** What a branch has changed, committed or not. */
function changedFiles() {
  const main = ['main', 'origin/main'].find(
    (name) => spawnSync('git', ['rev-parse', '--verify', name], { cwd: root }).status === 0,
  );
  if (main === undefined) {
    throw new Error('There is no branch "main" to compare with: name files, or give --all.');
  }
  const [base = 'HEAD'] = git('merge-base', 'HEAD', main);
  return [
    ...git('diff', '--name-only', '--diff-filter=d', '--relative', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}

/** @param {string} path a file or a folder */
function filesIn(path) {
  const inside = relative(root, path) || '.';
  if (!existsSync(path)) throw new Error(`There is no ${path}.`);
  if (!statSync(path).isDirectory()) return [inside];
  return readdirSync(path, { recursive: true }).map((name) => `${inside}/${name}`);
}

/** @param {string[]} args */
function chosenFiles(args) {
  if (args.includes('--all')) return filesIn(`${root}src`);
  return args.length === 0 ? changedFiles() : args.flatMap(filesIn);
}

/** @param {string[]} files */
const mutate = (files) =>
  new Stryker({
    mutate: files,
    mutator: {
      // words, class names and names of events: tests that tell one word from none would say it twice
      excludedMutations: ['StringLiteral'],
    },
    plugins: ['@stryker-mutator/vitest-runner', `${root}tests/mutation/checker.mjs`],
    testRunner: 'vitest',
    vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
    checkers: ['sound'],
    disableTypeChecks: false,
    tsconfigFile: 'none',
    // half of them check, to begin with
    concurrency: 2,
    // a busy machine is no endless loop, which is told by the number of its rounds
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 20,
    ignorePatterns: [
      '/.*',
      '/dist',
      '/dist.new',
      '/docs',
      '/shots',
      '/test-results',
      '/server/*',
      '!/server/rules',
    ],
    tempDirName: '.cache/stryker',
    cleanTempDir: 'always',
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
  }).runMutationTest();

/** @param {string[]} args @returns {Promise<boolean>} whether the tests notice enough */
async function run(args) {
  const files = [...new Set(chosenFiles(args))].filter(isCode);
  if (files.length === 0) {
    console.log('None of these files has TypeScript of the site that does something.');
    return true;
  }
  const mutants = await mutate(files);
  const killed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout');
  const survivors = mutants.filter(
    ({ status }) => status === 'Survived' || status === 'NoCoverage',
  );
  for (const { fileName, location, replacement, status } of survivors) {
    const { file, at, before, after } = describe(fileName, location, replacement);
    const fate = status === 'Survived' ? 'no test fails' : 'no test comes here';
    console.log(`\n${file}:${at}: ${fate} where\n    ${before}\nbecomes\n    ${after}`);
  }
  const all = mutants.map((it) => describe(it.fileName, it.location, it.replacement));
  const stale = files.flatMap((file) =>
    (accepted[file] ?? []).filter(
      (entry) => !all.some((it) => it.file === file && fits(entry, it)),
    ),
  );
  if (stale.length > 0) {
    console.log(
      '\nTake these out of tests/mutation/accepted.json, no mutant is like them any more:',
    );
    for (const { before } of stale) console.log(`    ${before}`);
  }
  const total = killed.length + survivors.length;
  console.log(`\n${killed.length} of ${total} mutants noticed, ${survivors.length} not.`);
  return survivors.length <= total * LIMIT;
}

try {
  process.exitCode = (await run(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  exitWith(error);
}
