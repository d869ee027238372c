import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { root } from './environment.mjs';

/*
 * What a web server has to know to serve the site: the local one (plugins/host.ts), and Apache and
 * nginx, whose configuration is in templates/.
 */

/** Where the endpoint looks for the pages that it fills in (PAGES_DIR). */
export const endpointPages = `${root}server/pages`;

/** Where the empty path leads (spec section 2, fixed). */
export const HOME = '/public/index';

/**
 * Addresses that people type or link to, in whatever letters, and the page that they mean. Patterns read
 * alike by nginx, Apache and JavaScript, of all of a path after its first slash, whatever its letters' case.
 * @param documentRoot where the pages are
 */
export function likelyAddresses(documentRoot: string): readonly { from: string; to: string }[] {
  const folder = HOME.slice(0, HOME.lastIndexOf('/') + 1);
  const pages = readdirSync(documentRoot + folder).map((page) => ({
    from: `(?:${folder.slice(1)})?${page}/*$`,
    to: folder + page,
  }));
  return [...pages, { from: `(?:${folder.slice(1, -1)}|home)/*$`, to: HOME }];
}

/** What of server/public the web answers under the service prefix. */
export const SCRIPTS: readonly string[] = readdirSync(`${root}server/public`);

/** What is text, and so is sent compressed, by the ending of its file. */
export const TEXT_ENDINGS: readonly string[] = [
  'html',
  'js',
  'css',
  'json',
  'svg',
  'txt',
  'webmanifest',
  'xml',
];

/** Hashed file names never change their content; everything else is asked for anew. */
export const CACHE = { assets: 'public, max-age=31536000, immutable', rest: 'no-cache' };

export type Headers = Readonly<Record<string, string>>;

/**
 * What every answer says to the browser besides its content, whatever server sends it: the one owner
 * of these headers. What the pages have inline is allowed by its hash, read from the pages themselves.
 * @param folders that hold the pages
 */
export function securityHeaders(folders: readonly string[], siteUrl: string): Headers {
  const { scripts, styles } = inlined(folders);
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(' ')}`,
    `style-src ${styles.join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    // not for subdomains: they are not this site's to decide on
    ...(siteUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    // not no-referrer: forms would be posted with "Origin: null", which the endpoint takes for a stranger's
    'Referrer-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
}

/** The hashes of all that is inline in the pages of some folders. */
function inlined(folders: readonly string[]) {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const files = folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html'))
      .map((name) => `${folder}/${name}`),
  );
  for (const file of files) {
    const html = readFileSync(file, 'utf8');
    for (const [, attributes = '', text = ''] of html.matchAll(
      /<script\b([^>]*)>(.*?)<\/script>/gs,
    )) {
      // what is no script by its type, such as JSON-LD, is never run and needs no leave
      if (!/\b(?:src|type)=/.test(attributes)) scripts.add(hash(text));
    }
    for (const [, text = ''] of html.matchAll(/<style\b[^>]*>(.*?)<\/style>/gs)) {
      styles.add(hash(text));
    }
  }
  return { scripts: [...scripts].sort(), styles: [...styles].sort() };
}

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
