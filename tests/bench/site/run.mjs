// @ts-check
// npm run bench:site: the built site beside the floor (a page without script) and beside the
// same app built plainly, all in one run, because only ratios within a run mean anything
// here. A full run puts its figures into docs/figures.md; --runs=1 is for a quick look.
import { execFileSync, fork } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { readEnvironment, root } from '../../../scripts/environment.mjs';
import { app } from '../../../scripts/plugins/app.ts';
import { exitWith } from '../../../scripts/setup.mjs';
import { places } from '../../../src/places.ts';
import { audit } from './audit.mjs';
import { FULL, report } from './report.mjs';
import { visit } from './visit.mjs';

const ATTEMPTS = 3;

/** @typedef {{ site: string, plain: string, floor: string }} Addresses */

const here = fileURLToPath(new URL('.', import.meta.url));

function askedRuns() {
  const { values } = parseArgs({ options: { runs: { type: 'string' } } });
  const runs = Number(values.runs ?? process.env['RUNS'] ?? FULL);
  if (!Number.isInteger(runs) || runs < 1) throw new Error('Give a number of runs: --runs=1');
  return runs;
}

/**
 * The app as Vite builds it unasked: an empty page, and a script in its head that draws it.
 * @param {string} outDir
 */
async function buildPlainly(outDir) {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react(), app(readEnvironment())],
    build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false } },
  });
  const html = readFileSync(`${outDir}/index.html`, 'utf8');
  const [head = ''] = html.split('</head>');
  const isPlain =
    /<script type="module"[^>]* src=/.test(head) &&
    /<div id="root">\s*(<!--.*?-->\s*)*<\/div>/.test(html);
  if (!isPlain) throw new Error('The plain build is not plain: there is nothing to compare with.');
}

/**
 * Measures again what failed by accident; what fails every time ends the run.
 * @template T
 * @param {() => Promise<T>} measure
 */
async function persistently(measure) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await measure();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      console.error(error instanceof Error ? error.message : error);
    }
  }
}

/**
 * Measures every place once a round; each round begins at another, so that none always
 * comes after the same one.
 * @template T
 * @param {string} name
 * @param {string[]} urls
 * @param {number} runs
 * @param {(url: string) => Promise<T>} measure
 * @returns {Promise<(url: string) => T[]>}
 */
async function interleave(name, urls, runs, measure) {
  /** @type {Map<string, T[]>} */
  const results = new Map(urls.map((url) => [url, []]));
  for (let round = 0; round < runs; round += 1) {
    console.error(`${name}, round ${round + 1} of ${runs} …`);
    for (const [index] of urls.entries()) {
      const url = urls[(index + round) % urls.length] ?? '';
      results.get(url)?.push(await persistently(() => measure(url)));
    }
  }
  return (url) => results.get(url) ?? [];
}

/** @param {string} folder @param {string} page */
async function startServers(folder, page) {
  const servers = fork(`${root}scripts/run.mjs`, [`${here}servers.mjs`, folder, page], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  /** @type {Addresses} */
  const addresses = await new Promise((resolve, reject) => {
    servers.once('message', resolve);
    servers.once('exit', () => reject(new Error('The servers did not start.')));
  });
  return { addresses, stop: () => servers.disconnect() };
}

/**
 * @param {string} folder @param {number} runs
 * @returns {Promise<import('./report.mjs').Measured>}
 */
async function measure(folder, runs) {
  console.error('Building the site, and the same app plainly …');
  execFileSync('npx', ['vite', 'build'], { cwd: root, stdio: ['ignore', 2, 2] });
  await buildPlainly(`${folder}/plain`);
  mkdirSync(`${folder}/floor`);
  cpSync(`${here}../floor.html`, `${folder}/floor/index.html`);
  /** @param {string} id */
  const pathOf = (id) => places.find((place) => place.id === id)?.path ?? `/no page ${id}`;

  const { addresses, stop } = await startServers(folder, pathOf('home'));
  try {
    /** @param {'site' | 'plain'} build @param {string} path */
    const at = (build, path) => new URL(path, addresses[build]).href;
    const paths = places.map(({ path }) => path);
    const audits = await interleave(
      'Lighthouse',
      [addresses.floor, ...paths.flatMap((path) => [at('site', path), at('plain', path)])],
      runs,
      (url) => audit(url, folder),
    );
    const visitedPaths = [pathOf('home'), pathOf('contact-us')];
    const visits = await interleave(
      'Visits',
      visitedPaths.flatMap((path) => [at('site', path), at('plain', path)]),
      runs,
      (url) => visit(url, pathOf('about-us')),
    );
    return {
      floor: audits(addresses.floor),
      pages: places.map(({ path, label }) => ({
        path,
        label,
        site: audits(at('site', path)),
        plain: audits(at('plain', path)),
      })),
      visited: visitedPaths.map((path) => ({
        path,
        site: visits(at('site', path)),
        plain: visits(at('plain', path)),
      })),
    };
  } finally {
    stop();
  }
}

const folder = mkdtempSync(`${tmpdir()}/bench-`);
const removeFolder = () =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    // added last, so that a browser which is still running is stopped before
    process.once('exit', removeFolder);
    process.exit(1);
  });
}
try {
  try {
    const runs = askedRuns();
    report(await measure(folder, runs), runs);
  } finally {
    removeFolder();
  }
} catch (error) {
  exitWith(error);
}
