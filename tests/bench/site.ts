// npm run bench:site: every page of the built site by Lighthouse, beside a page without script (the floor).
// Only the ratios within one run are comparable.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { chromium } from '@playwright/test';
import getPort from 'get-port';
import { root } from '../../scripts/environment.mjs';
import { compressFiles } from '../../scripts/plugins/compression.ts';
import { browserFlags, ownBrowser } from '../support/browser.mjs';
import { places } from '../support/places.ts';
import { startSiteServer } from '../support/siteServer.ts';
import { judge, median } from './table.ts';

const FLOOR = '/public/floor';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const METRICS = {
  fcp: 'first-contentful-paint',
  lcp: 'largest-contentful-paint',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
  bytes: 'total-byte-weight',
};

const { values: options } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const runs = Number(options.runs);

/** @param attempts Lighthouse now and then loses its trace of a page (NO_NAVSTART) */
async function audit(url: string, attempts = 3): ReturnType<typeof auditOnce> {
  try {
    return await auditOnce(url);
  } catch (error) {
    if (attempts === 1) throw error;
    return audit(url, attempts - 1);
  }
}

/** Runs Lighthouse in its own process, so that it does not delay the server's answers. */
async function auditOnce(url: string): Promise<Readonly<Record<string, number>>> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      ...['lighthouse', url, '--quiet', '--output=json'],
      `--only-categories=${CATEGORIES.join()}`,
      `--chrome-flags=--headless=new ${browserFlags.join(' ')}`,
    ],
    {
      env: {
        ...process.env,
        CHROME_PATH: ownBrowser.executablePath ?? chromium.executablePath(),
      },
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const { audits, categories, runtimeError } = JSON.parse(stdout);
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  return Object.fromEntries([
    ...Object.entries(METRICS).map(([name, id]) => [name, audits[id].numericValue]),
    ...CATEGORIES.map((name) => [name, Math.round(100 * categories[name].score)]),
  ]);
}

const folder = mkdtempSync(`${tmpdir()}/bench-`);
try {
  cpSync(`${root}dist/www`, folder, { recursive: true });
  mkdirSync(folder + FLOOR);
  cpSync(fileURLToPath(new URL('floor.html', import.meta.url)), `${folder}${FLOOR}/index.html`);
  await compressFiles(folder + FLOOR);
  const server = await startSiteServer(await getPort(), folder);
  try {
    const paths = [FLOOR, ...places.map(({ path }) => path)];
    const results = new Map<string, Awaited<ReturnType<typeof audit>>[]>(paths.map((path) => [path, []]));
    for (let run = 0; run < runs; run += 1) {
      for (const [path, all] of results) all.push(await audit(new URL(path, server.url).href));
    }
    const figure = (path: string, name: string) =>
      median((results.get(path) ?? []).map((result) => result[name] ?? Number.NaN));
    const besideFloor = (path: string, name: string) => figure(path, name) / figure(FLOOR, name);

    console.table(
      [...results.keys()].map((page) => ({
        page,
        'FCP ms': figure(page, 'fcp').toFixed(0),
        'FCP x floor': besideFloor(page, 'fcp').toFixed(2),
        'LCP ms': figure(page, 'lcp').toFixed(0),
        'LCP x floor': besideFloor(page, 'lcp').toFixed(2),
        'TBT ms': figure(page, 'tbt').toFixed(0),
        CLS: figure(page, 'cls').toFixed(3),
        KB: (figure(page, 'bytes') / 1000).toFixed(0),
        scores: CATEGORIES.map((name) => figure(page, name)).join(' '),
      })),
    );
    const everywhere = (isMet: (path: string) => boolean) => places.every(({ path }) => isMet(path));
    console.log();
    judge([
      ['FCP at most 1.1 x floor', everywhere((path) => besideFloor(path, 'fcp') <= 1.1)],
      ['CLS 0', everywhere((path) => figure(path, 'cls') < 0.0005)],
      ['performance at least 95', everywhere((path) => figure(path, 'performance') >= 95)],
      [
        '100 in the other categories',
        everywhere((path) => CATEGORIES.slice(1).every((name) => figure(path, name) === 100)),
      ],
    ]);
  } finally {
    await server.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
