// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { startProcess } from '../../../scripts/processes.ts';
import { browserFlags, ownBrowser } from '../../support/browser.mjs';

/** The four categories, in the order in which they are shown. */
export const CATEGORIES = /** @type {const} */ ([
  'performance',
  'accessibility',
  'best-practices',
  'seo',
]);

/**
 * What Lighthouse says about one page, on the phone and the slow 4G that it simulates.
 * @typedef {object} Audit
 * @property {number} fcp first contentful paint, ms
 * @property {number} lcp largest contentful paint, ms
 * @property {number} tbt total blocking time, ms
 * @property {number} cls
 * @property {number[]} scores of the categories, of 100
 * @property {number} bytes all that was transferred
 * @property {number} script bytes of it
 * @property {number} html bytes of it
 * @property {string[]} faults audits, other than of speed, that were not passed
 */

/**
 * A browser for every audit, so that none finds anything of an earlier one.
 * @param {string} url
 * @param {string} folder where the browser may keep its profile
 * @returns {Promise<Audit>}
 */
export async function audit(url, folder) {
  const profile = mkdtempSync(`${folder}/profile-`);
  const browser = await startProcess(
    ownBrowser.executablePath ?? chromium.executablePath(),
    [
      ...['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`],
      ...browserFlags,
    ],
    { ready: /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/ },
  );
  try {
    const result = await lighthouse(url, {
      port: Number(browser.match[1]),
      logLevel: 'silent',
      onlyCategories: [...CATEGORIES],
    });
    if (result === undefined) throw new Error(`Lighthouse said nothing about ${url}.`);
    return read(result.lhr);
  } finally {
    await browser.stop();
    // its last processes may still write for a moment
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** @param {import('lighthouse').Result} result @returns {Audit} */
function read({ requestedUrl, runtimeError, categories, audits }) {
  /** @param {number | null | undefined} value @param {string} name */
  const known = (value, name) => {
    if (typeof value === 'number') return value;
    throw new Error(
      `Lighthouse could not measure ${name} of ${requestedUrl}: ${runtimeError?.message ?? audits[name]?.errorMessage ?? 'no reason given'}`,
    );
  };
  /** @param {string} name */
  const value = (name) => known(audits[name]?.numericValue, name);
  const details = audits['network-requests']?.details;
  const requests = details?.type === 'table' ? details.items : [];
  /** @param {(request: Record<string, unknown>) => boolean} isCounted */
  const transferred = (isCounted) =>
    requests
      .filter(isCounted)
      .reduce((sum, request) => sum + Number(request['transferSize'] ?? 0), 0);
  return {
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    scores: CATEGORIES.map((name) => Math.round(100 * known(categories[name]?.score, name))),
    bytes: transferred(() => true),
    // by type of content: a module asked for ahead of its import is no "Script"
    script: transferred((request) => /javascript/.test(String(request['mimeType']))),
    html: transferred((request) => request['resourceType'] === 'Document'),
    faults: CATEGORIES.slice(1).flatMap((name) =>
      (categories[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => id),
    ),
  };
}
