// @ts-check
// npm run mutate:web: changes the site's code in one place after another, and shows what no test notices.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { root } from '../../scripts/environment.mjs';
import { exitWith } from '../../scripts/setup.mjs';

/** What of the mutants may survive. */
const LIMIT = 0.1;

/** Mutants that no test can tell from the original, or none need: by file, each line as it is and becomes. */
const ACCEPTED = new URL('accepted.json', import.meta.url);

const CACHE = '.cache/mutation';

/** @typedef {Awaited<ReturnType<Stryker['runMutationTest']>>[number]} Mutant */
/** @typedef {{ before: string, after: string | string[], reason: string }} Accepted */

/**
 * Code that does something. What the site says, and the states that only npm run dev has, are data.
 * @param {string} file
 */
const isCode = (file) =>
  /^src\/.+\.tsx?$/.test(file) &&
  !/^src\/(?:content|states)\/|^src\/(?:prerender|images)\.tsx?$|\.d\.ts$/.test(file);

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

/** @param {string[]} files @returns {Promise<Mutant[]>} */
const mutate = (files) =>
  new Stryker({
    mutate: files,
    mutator: {
      // words, class names and names of events: tests that tell one word from none would say it twice
      excludedMutations: ['StringLiteral'],
    },
    plugins: ['@stryker-mutator/vitest-runner'],
    testRunner: 'vitest',
    vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
    // Stryker has a checker of types, for a compiler older than ours
    checkers: [],
    disableTypeChecks: false,
    tsconfigFile: 'none',
    concurrency: 2,
    // a busy machine is no endless loop, which is told by the number of its rounds
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 20,
    ignorePatterns: [
      '/.*',
      '/dist',
      '/docs',
      '/shots',
      '/test-results',
      '/server/*',
      '!/server/rules',
    ],
    tempDirName: `${CACHE}/sandbox`,
    cleanTempDir: 'always',
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
  }).runMutationTest();

/** The line that a mutant begins in, as it is and as it becomes. @param {Mutant} mutant */
function describe({ fileName, location: { start, end }, replacement }) {
  const lines = readFileSync(fileName, 'utf8').split('\n');
  const line = lines[start.line - 1] ?? '';
  const rest = (lines[end.line - 1] ?? '').slice(end.column - 1);
  const mutated = line.slice(0, start.column - 1) + replacement + rest;
  return {
    file: relative(root, fileName),
    at: start.line,
    before: line.trim(),
    after: mutated.trim().replaceAll(/\s+/g, ' '),
  };
}

/** Whether the compiler would refuse it, so that nobody could write it. */
class Types {
  #folder = `${root}${CACHE}/types/`;

  constructor() {
    rmSync(this.#folder, { recursive: true, force: true });
    mkdirSync(`${this.#folder}server`, { recursive: true });
    for (const name of ['src', 'server/rules', 'tsconfig.base.json']) {
      cpSync(root + name, this.#folder + name, { recursive: true });
    }
    symlinkSync(`${root}node_modules`, `${this.#folder}node_modules`);
    const compilerOptions = {
      ...{
        jsx: 'react-jsx',
        lib: ['ES2023', 'DOM', 'DOM.Iterable'],
        types: ['node', 'vite/client'],
      },
      // what is left over by a mutant is no wrong type
      ...{ noUnusedLocals: false, noUnusedParameters: false, allowUnreachableCode: true },
    };
    writeFileSync(
      `${this.#folder}tsconfig.json`,
      JSON.stringify({ extends: './tsconfig.base.json', compilerOptions, include: ['src'] }),
    );
  }

  /** @param {Mutant} mutant */
  refuse({ fileName, location: { start, end }, replacement }) {
    const copy = this.#folder + relative(root, fileName);
    const original = readFileSync(fileName, 'utf8');
    const lines = original.split('\n');
    /** @param {typeof start} place */
    const offset = ({ line, column }) =>
      lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0) + column - 1;
    writeFileSync(
      copy,
      original.slice(0, offset(start)) + replacement + original.slice(offset(end)),
    );
    try {
      return spawnSync(`${root}node_modules/.bin/tsc`, ['-p', this.#folder]).status !== 0;
    } finally {
      writeFileSync(copy, original);
    }
  }
}

/** @param {string[]} args @returns {Promise<boolean>} whether the tests notice enough */
async function run(args) {
  const files = [...new Set(chosenFiles(args))].filter(isCode);
  if (files.length === 0) {
    console.log('None of these files has TypeScript of the site that does something.');
    return true;
  }
  const mutants = await mutate(files);
  const survivors = mutants.filter(
    ({ status }) => status === 'Survived' || status === 'NoCoverage',
  );
  const killed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout');
  /** @type {Record<string, Accepted[]>} */
  const accepted = JSON.parse(readFileSync(ACCEPTED, 'utf8'));
  const types = new Types();
  const open = survivors
    .map((mutant) => ({ mutant, ...describe(mutant) }))
    .filter(
      ({ file, before, after }) =>
        !accepted[file]?.some((it) => it.before === before && [it.after].flat().includes(after)),
    )
    .filter(({ mutant }) => !types.refuse(mutant));
  for (const { file, at, before, after, mutant } of open) {
    const fate = mutant.status === 'Survived' ? 'no test fails' : 'no test comes here';
    console.log(`\n${file}:${at}: ${fate} where\n    ${before}\nbecomes\n    ${after}`);
  }
  const all = mutants.map(describe);
  const stale = files.flatMap((file) =>
    (accepted[file] ?? [])
      .filter(
        ({ before, after }) =>
          !all.some(
            (it) => it.file === file && it.before === before && [after].flat().includes(it.after),
          ),
      )
      .map(({ before }) => `${file}: ${before}`),
  );
  if (stale.length > 0) {
    console.log(`\nTake these out of ${fileURLToPath(ACCEPTED)}, no mutant is like them any more:`);
    for (const entry of stale) console.log(`  ${entry}`);
  }
  const total = killed.length + open.length;
  console.log(
    `\n${killed.length} of ${total} mutants noticed, ${open.length} not; ` +
      `${survivors.length - open.length} more are accepted or no valid types.`,
  );
  return open.length <= total * LIMIT;
}

try {
  process.exitCode = (await run(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  exitWith(error);
}
