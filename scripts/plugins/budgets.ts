import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { BuildError } from '../buildError.ts';
import { root } from '../environment.mjs';
import { isText } from '../serving.ts';
import { compressFiles } from './compression.ts';
import type { Page, SiteBuild } from './siteBuild.ts';

/** The first flight of a connection: ten packets (RFC 6928). */
const FIRST_FLIGHT = 14_336;
/** The status line and headers of an answer. tests/hosting checks this size. */
export const HEADERS = 1_024;
/** HTML without <main>. */
const FRAME = 11 * 1024;
export const INITIAL_SCRIPT = 84 * 1024;
const FORM_SCRIPT = 104 * 1024;
const PAGE = 126 * 1024;
/** For a mark that is a picture, on every page. */
const MARK = 6 * 1024;

/** Elements that block the first paint, or cause a request before it. */
const BLOCKING =
  /<link[^>]* rel="?(?:stylesheet|preload|modulepreload)\b[^>]*>|<script[^>]* src=[^>]*>|<style[^>]*>[^<]*(?:@import|url\((?!["']?data:))[^<]*</;

/** Compresses the files and measures every page. Too much code stops the build; too many words or pictures warn. */
export function budgets(siteBuild: SiteBuild): Plugin {
  return {
    name: 'budgets',
    buildApp: {
      order: 'post',
      async handler({ config: { logger, logLevel = 'info' } }) {
        const documentRoot = `${siteBuild.folder}/www`;
        await compressFiles(documentRoot);
        const weighed = siteBuild.pages.map((page) => weigh(documentRoot, page));
        const faults = weighed.flatMap((page) => page.faults);
        if (logLevel === 'info') console.table(weighed.map(({ row }) => row));
        if (faults.length > 0) {
          throw new BuildError(`Pages are over their budget (scripts/plugins/budgets.ts):\n${faults.join('\n')}`);
        }
        for (const warning of weighed.flatMap((page) => page.warnings)) logger.warn(warning);
      },
    },
  };
}

/** Without the hash of its content. */
const nameOf = (path: string) => basename(path).replace(/-[\w-]{8}(?=\.)/, '');

/** The parts of a page, for warnings: what is inside <main>, the styles, and what is around them. */
const PARTS = { 'in <main>': /<main\b.*<\/main>/s, styles: /<style>.*?<\/style>/gs };

/** Compressed each by itself. */
function partsOf(html: string): Readonly<Record<string, number>> {
  let rest = html;
  const sizes = Object.entries(PARTS).map(([name, pattern]) => {
    const part = (rest.match(pattern) ?? []).join('');
    rest = rest.replace(pattern, '');
    return [name, brotliCompressSync(part).length];
  });
  return { ...Object.fromEntries(sizes), around: brotliCompressSync(rest).length };
}

/** @param lastBuild the document root of the last build, to say what has grown since */
export function weigh(documentRoot: string, page: Page, lastBuild = `${root}dist/www`) {
  const { file } = page;
  // pictures and fonts are compressed already
  const sizeIn = (folder: string, path: string) => statSync(`${folder}/${path}${isText(path) ? '.br' : ''}`).size;
  const sizeOf = (path: string) => sizeIn(documentRoot, path);
  const sum = (paths: readonly string[]) => paths.reduce((bytes, path) => bytes + sizeOf(path), 0);
  const html = HEADERS + sizeOf(file);
  const script = sum(page.scripts);
  const afterwards = sum(page.afterwards);
  const pictures = sum(page.pictures);
  const inAll = html + script + afterwards + pictures;

  const over = (what: string, bytes: number, most: number) =>
    bytes > most ? [`${file}: ${what}, ${bytes} bytes, should be at most ${most}`] : [];
  const lastAssets = existsSync(`${lastBuild}/assets`) ? readdirSync(`${lastBuild}/assets`) : [];
  const shown = (name: string, bytes: number, last = bytes) =>
    `${name} ${bytes}${bytes > last ? ` (${bytes - last} more than in the last build)` : ''}`;
  const parts = page.scripts.map((path) => {
    const last = lastAssets.find((asset) => nameOf(asset) === nameOf(path));
    return shown(nameOf(path), sizeOf(path), last === undefined ? undefined : sizeIn(lastBuild, `assets/${last}`));
  });
  const named = ` (${parts.join(', ')})`;
  const source = readFileSync(`${documentRoot}/${file}`, 'utf8');
  const htmlParts = () => {
    const lastParts = existsSync(`${lastBuild}/${file}`) ? partsOf(readFileSync(`${lastBuild}/${file}`, 'utf8')) : {};
    return Object.entries(partsOf(source)).map(([name, bytes]) => shown(name, bytes, lastParts[name]));
  };
  const frame = HEADERS + brotliCompressSync(source.replace(/<main\b.*<\/main>/s, '')).length;
  const code = script - brotliCompressSync(page.words).length;
  const mostScript = page.hasForm ? FORM_SCRIPT : INITIAL_SCRIPT;
  // complete before it is fast: few visitors open it
  const more = page.folder.endsWith('/privacy') ? FIRST_FLIGHT : 0;
  const [blocking] = BLOCKING.exec(source.replace(/<noscript>.*?<\/noscript>|<link[^>]* disabled="">/gs, '')) ?? [];
  return {
    row: { page: file, 'HTML with headers': html, script, afterwards, pictures, 'in all': inAll },
    faults: [
      ...over('HTML with headers, without <main>', frame, FRAME),
      ...over(`script without words${named}`, code, mostScript),
      ...over('all but HTML and words', code + afterwards, PAGE - FIRST_FLIGHT),
      ...(blocking === undefined ? [] : [`${file} fetches before it paints: ${blocking}`]),
    ],
    warnings: [
      ...over('HTML with headers', html, FIRST_FLIGHT).map((fault) => `${fault}: ${htmlParts().join(', ')}.`),
      ...over('script', script, mostScript + more).map((fault) => `${fault}: ${parts.join(', ')}.`),
      ...over('page in all', inAll, PAGE + MARK + more).map(
        (fault) => `${fault}: HTML ${html}, pictures ${pictures}, ${parts.join(', ')}.`,
      ),
    ],
  };
}
