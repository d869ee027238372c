// @ts-check
import { readFileSync } from 'node:fs';

/** What the first flight of a connection carries: ten packets (RFC 6928). */
const FIRST_FLIGHT = 14_336;
/** Room for the status line and the headers of the answer; tests/hosting holds the web servers to it. */
export const HEADERS = 1_216;
/** Script that the first page of a visit asks for, and what a page is in all; KB of 1,024 bytes. */
const INITIAL_SCRIPT = 78 * 1024;
const SCRIPT = 94 * 1024;
const PAGE = 120 * 1024;

/** Elements that hold up the first paint, or fetch before it. */
const BLOCKING =
  /<link[^>]* rel="?(?:stylesheet|preload|modulepreload)\b[^>]*>|<script[^>]* src=[^>]*>|<style[^>]*>[^<]*(?:@import|url\((?!["']?data:))[^<]*</;

/** What a browser that runs script passes over. */
const WITHOUT_SCRIPT = /<noscript>.*?<\/noscript>/gs;

/**
 * Holds every page to what it may weigh, as brotli sends it. Bytes do not vary, so this is no measurement.
 * @param {string} documentRoot
 * @param {import('./pages.mjs').Page[]} pages
 * @returns what each page weighs
 * @throws {Error} that names every page over its budget
 */
export function checkBudgets(documentRoot, pages) {
  /** @type {string[]} */
  const faults = [];
  const rows = pages.map(({ file, modules, afterwards }) => {
    const seen = readFileSync(`${documentRoot}/${file}`, 'utf8').replace(WITHOUT_SCRIPT, '');
    const [blocking] = BLOCKING.exec(seen) ?? [];
    if (blocking !== undefined) faults.push(`${file} fetches before it paints: ${blocking}`);
    /** @param {string} path */
    const weigh = (path) =>
      // a face is compressed by itself
      readFileSync(`${documentRoot}/${path.endsWith('.woff2') ? path : `${path}.br`}`).length;
    const html = HEADERS + weigh(file);
    const script = modules.reduce((sum, module) => sum + weigh(module), 0);
    const later = afterwards.reduce((sum, path) => sum + weigh(path), 0);
    const inAll = html + script + later;
    const isForm = file.includes('contact-us');
    const budgets = /** @type {const} */ ([
      ['HTML with its headers', html, FIRST_FLIGHT],
      ['script', script, isForm ? SCRIPT : INITIAL_SCRIPT],
      ['in all', inAll, PAGE],
    ]);
    for (const [what, bytes, most] of budgets) {
      if (bytes > most) faults.push(`${file}: ${what}, ${bytes} bytes, should be at most ${most}`);
    }
    return { page: file, 'HTML with headers': html, script, afterwards: later, 'in all': inAll };
  });
  if (faults.length > 0) {
    console.table(rows);
    throw new Error(`Pages are over their budget (scripts/budgets.mjs):\n${faults.join('\n')}`);
  }
  return rows;
}
