import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { TEXT_ENDINGS } from '../serving.ts';
import { ToldError } from '../toldError.ts';
import { FRESH, type Page, type SiteBuild } from './siteBuild.ts';

/** What the first flight of a connection carries: ten packets (RFC 6928). */
const FIRST_FLIGHT = 14_336;
/** Room for the status line and the headers of the answer; tests/hosting holds the web servers to it. */
export const HEADERS = 1_216;
/** KB of 1,024 bytes: HTML but for what is the page's own, script that the first page of a visit asks for, a page in all. */
const FRAME = 11 * 1024;
export const INITIAL_SCRIPT = 82 * 1024;
const SCRIPT = 100 * 1024;
const PAGE = 120 * 1024;

/** Elements that hold up the first paint, or fetch before it. */
const BLOCKING =
  /<link[^>]* rel="?(?:stylesheet|preload|modulepreload)\b[^>]*>|<script[^>]* src=[^>]*>|<style[^>]*>[^<]*(?:@import|url\((?!["']?data:))[^<]*</;

/** What a browser that runs script passes over. */
const WITHOUT_SCRIPT = /<noscript>.*?<\/noscript>/gs;

/** What is the page's own, and mostly words. */
const MAIN = /<main\b.*<\/main>/s;

/** Bytes of a word, compressed with those around it. */
const WORD = 3;

/**
 * Holds every page to what it may weigh, as brotli sends it. Bytes do not vary, so this is no measurement.
 * Code over its budget stops the build. Words and pictures never do: whoever has too many is told in which
 * page, and where they are.
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
  const { file, scripts, afterwards, pictures, wordFiles } = page;
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
  const source = readFileSync(`${documentRoot}/${file}`, 'utf8');
  const seen = source.replace(WITHOUT_SCRIPT, '');
  const frame = HEADERS + brotliCompressSync(source.replace(MAIN, '')).length;
  const faults = over([
    ['HTML with its headers, but without what is in main', frame, FRAME],
    ['script without its words', code, most],
    ['all but HTML and words', code + later, PAGE - FIRST_FLIGHT],
  ]).concat(
    [...(BLOCKING.exec(seen) ?? [])].map((tag) => `${file} fetches before it paints: ${tag}`),
  );
  const words = `Its words, in ${wordFiles.join(' and ')}, could be fewer`;
  const warnings = [
    ...over([['HTML with its headers', html, FIRST_FLIGHT]]).map(
      (fault) =>
        `${fault} to come in one flight: on a slow connection it is seen one wait later. ${words}: some ${Math.ceil((html - FIRST_FLIGHT) / WORD)} of them.`,
    ),
    ...over([['script', script, most]]).map((fault) => `${fault}. ${words}.`),
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
