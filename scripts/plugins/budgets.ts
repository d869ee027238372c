import { readFileSync, statSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { TEXT_ENDINGS } from '../serving.ts';
import { ToldError } from '../toldError.ts';
import { FRESH, type Page, type SiteBuild } from './siteBuild.ts';

/** What the first flight of a connection carries: ten packets (RFC 6928). */
const FIRST_FLIGHT = 14_336;
/** Room for the status line and the headers of the answer; tests/hosting holds the web servers to it. */
export const HEADERS = 1_216;
/** KB of 1,024 bytes: HTML, script that the first page of a visit asks for, and what a page is in all. */
const HTML = 13.75 * 1024;
const INITIAL_SCRIPT = 78 * 1024;
const SCRIPT = 96 * 1024;
const PAGE = 120 * 1024;

/** Elements that hold up the first paint, or fetch before it. */
const BLOCKING =
  /<link[^>]* rel="?(?:stylesheet|preload|modulepreload)\b[^>]*>|<script[^>]* src=[^>]*>|<style[^>]*>[^<]*(?:@import|url\((?!["']?data:))[^<]*</;

/** What a browser that runs script passes over. */
const WITHOUT_SCRIPT = /<noscript>.*?<\/noscript>/gs;

/**
 * Holds every page to what it may weigh, as brotli sends it. Bytes do not vary, so this is no measurement.
 * Code over its budget stops the build. Words never do as long as the HTML comes in one flight, and
 * pictures never: whoever has too many is told in which page.
 */
export function budgets(siteBuild: SiteBuild): Plugin {
  return {
    name: 'budgets',
    buildApp: {
      order: 'post',
      async handler({ config: { logger, logLevel = 'info' } }) {
        const weighed = siteBuild.pages.map((page) => weigh(`${FRESH}/www`, page));
        const faults = weighed.flatMap((page) => page.faults);
        if (faults.length > 0 || logLevel === 'info') console.table(weighed.map(({ row }) => row));
        if (faults.length > 0) {
          throw new ToldError(
            `Pages are over their budget (scripts/plugins/budgets.ts):\n${faults.join('\n')}`,
          );
        }
        for (const warning of weighed.flatMap((page) => page.warnings)) logger.warn(warning);
      },
    },
  };
}

export function weigh(documentRoot: string, page: Page) {
  const { file, module, scripts, afterwards, pictures } = page;
  const sizeOf = (path: string) =>
    // faces and pictures are compressed by themselves
    statSync(`${documentRoot}/${path}${TEXT_ENDINGS.includes(extname(path).slice(1)) ? '.br' : ''}`)
      .size;
  const sum = (paths: readonly string[]) => paths.reduce((bytes, path) => bytes + sizeOf(path), 0);
  const html = HEADERS + sizeOf(file);
  const script = sum(scripts);
  const later = sum(afterwards);
  const shown = sum(pictures);
  const inAll = html + script + later + shown;
  const code = script - brotliCompressSync(page.words).length;
  const most = file.includes('contact-us') ? SCRIPT : INITIAL_SCRIPT;

  const over = (limits: readonly (readonly [what: string, bytes: number, most: number])[]) =>
    limits
      .filter(([, bytes, most]) => bytes > most)
      .map(([what, bytes, most]) => `${file}: ${what}, ${bytes} bytes, should be at most ${most}`);
  const seen = readFileSync(`${documentRoot}/${file}`, 'utf8').replace(WITHOUT_SCRIPT, '');
  const faults = over([
    ['HTML with its headers, which is to come in one flight', html, FIRST_FLIGHT],
    ['script without its words', code, most],
    ['all but HTML and words', code + later, PAGE - FIRST_FLIGHT],
  ]).concat(
    [...(BLOCKING.exec(seen) ?? [])].map((tag) => `${file} fetches before it paints: ${tag}`),
  );
  const words = `Its words, in ${dirname(module)}, could be fewer`;
  const warnings = [
    ...over([
      ['HTML with its headers', html, HTML],
      ['script', script, most],
    ]).map((fault) => `${fault}. ${words}.`),
    ...over([['in all', inAll, PAGE]]).map((fault) =>
      shown === 0
        ? `${fault}. ${words}.`
        : `${fault}. ${words}, or its pictures fewer or plainer: they are ${shown} of these bytes on a phone.`,
    ),
  ];
  return {
    row: {
      ...{ page: file, 'HTML with headers': html, script, afterwards: later },
      ...{ pictures: shown, 'in all': inAll },
    },
    faults,
    warnings,
  };
}
