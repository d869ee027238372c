// @ts-check
// npm run bench:site: the built site beside the floor (a page without script) and beside the
// same app built plainly, all in one run, because only ratios within a run mean anything
// here. A full run puts its figures into docs/figures.md; --runs=1 is for a quick look, --before=FOLDER
// measures another build beside them.
import { execFileSync, fork } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
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

/** @typedef {{ site: string, plain: string, before?: string, floor: string }} Addresses */

const here = fileURLToPath(new URL('.', import.meta.url));

/** @typedef {{ runs: number, before: string | undefined }} Asked */

/** @returns {Asked} */
function asked() {
  const { values } = parseArgs({
    options: { before: { type: 'string' }, runs: { type: 'string' } },
  });
  const runs = Number(values.runs ?? process.env['RUNS'] ?? FULL);
  if (!Number.isInteger(runs) || runs < 1) throw new Error('Give a number of runs: --runs=1');
  const before = values.before === undefined ? undefined : resolve(values.before);
  if (before !== undefined && !existsSync(`${before}/www/index.html`)) {
    throw new Error(`${before} is no upload: give a folder as npm run build makes dist, with www.`);
  }
  return { runs, before };
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

/** @param {string} folder @param {string} page @param {string} [before] */
async function startServers(folder, page, before) {
  const servers = fork(
    `${root}scripts/run.mjs`,
    [`${here}servers.mjs`, folder, page, ...(before === undefined ? [] : [before])],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  /** @type {Addresses} */
  const addresses = await new Promise((resolve, reject) => {
    servers.once('message', resolve);
    servers.once('exit', () => reject(new Error('The servers did not start.')));
  });
  return { addresses, stop: () => servers.disconnect() };
}

/**
 * Those of some paths that an earlier build has a page for.
 * @param {string | undefined} site @param {string[]} paths
 */
async function pagesOf(site, paths) {
  /** @type {Set<string>} */
  const found = new Set();
  for (const path of site === undefined ? [] : paths) {
    const { status } = await fetch(new URL(path, site), { redirect: 'manual' });
    if (status === 200) found.add(path);
    else console.error(`The build before answers ${path} with ${status}: it is left out there.`);
  }
  return found;
}

/**
 * @template T
 * @param {{ site: string, before?: string, plain: string }} urls @param {(url: string) => T[]} results
 */
const resultsAt = ({ site, before, plain }, results) => ({
  site: results(site),
  plain: results(plain),
  ...(before !== undefined && { before: results(before) }),
});

/**
 * @param {string} folder @param {Asked} asked
 * @returns {Promise<import('./report.mjs').Measured>}
 */
async function measure(folder, { runs, before }) {
  console.error('Building the site, and the same app plainly …');
  execFileSync('npx', ['vite', 'build'], { cwd: root, stdio: ['ignore', 2, 2] });
  await buildPlainly(`${folder}/plain`);
  mkdirSync(`${folder}/floor`);
  cpSync(`${here}../floor.html`, `${folder}/floor/index.html`);
  /** @param {string} id */
  const pathOf = (id) => places.find((place) => place.id === id)?.path ?? `/no page ${id}`;

  const { addresses, stop } = await startServers(folder, pathOf('home'), before);
  try {
    const paths = places.map(({ path }) => path);
    const visitedPaths = [pathOf('home'), pathOf('contact-us')];
    const goal = pathOf('about-us');
    const pagesBefore = await pagesOf(addresses.before, paths);
    /**
     * The addresses of a page: in the earlier build right after this one, which it is compared with.
     * @param {string} path @param {boolean} isBefore whether the earlier build has what is measured
     */
    const at = (path, isBefore) => ({
      site: new URL(path, addresses.site).href,
      ...(isBefore && { before: new URL(path, addresses.before).href }),
      plain: new URL(path, addresses.plain).href,
    });
    const audited = places.map(({ path, label }) => {
      return { path, label, urls: at(path, pagesBefore.has(path)) };
    });
    const visited = visitedPaths.map((path) => {
      return { path, urls: at(path, pagesBefore.has(path) && pagesBefore.has(goal)) };
    });
    const audits = await interleave(
      'Lighthouse',
      [addresses.floor, ...audited.flatMap(({ urls }) => Object.values(urls))],
      runs,
      (url) => audit(url, folder),
    );
    const visits = await interleave(
      'Visits',
      visited.flatMap(({ urls }) => Object.values(urls)),
      runs,
      (url) => visit(url, goal),
    );
    return {
      floor: audits(addresses.floor),
      pages: audited.map(({ urls, ...page }) => ({ ...page, ...resultsAt(urls, audits) })),
      visited: visited.map(({ urls, ...page }) => ({ ...page, ...resultsAt(urls, visits) })),
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
    const wanted = asked();
    report(await measure(folder, wanted), wanted.runs);
  } finally {
    removeFolder();
  }
} catch (error) {
  exitWith(error);
}
