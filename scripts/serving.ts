import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { root } from './environment.mjs';

/* Shared by the local server (plugins/host.ts), Apache and nginx (templates/). */

/** PAGES_DIR: the pages that the endpoint fills in. */
export const endpointPages = `${root}server/pages`;

/** The empty path redirects here (spec section 2, fixed). */
export const HOME = '/public/index';

/**
 * Redirects for addresses that people type: case-insensitive patterns for nginx, Apache and JavaScript, without the
 * path's first slash.
 */
export function likelyAddresses(documentRoot: string): readonly { from: string; to: string }[] {
  const folder = HOME.slice(0, HOME.lastIndexOf('/') + 1);
  const pages = readdirSync(documentRoot + folder).map((page) => ({
    from: `(?:${folder.slice(1)})?${page}/*$`,
    to: folder + page,
  }));
  return [...pages, { from: `(?:${folder.slice(1, -1)}|home)/*$`, to: HOME }];
}

export const SCRIPTS: readonly string[] = readdirSync(`${root}server/public`);

/** Text files by ending. They are sent compressed. */
export const TEXT_TYPES = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webmanifest: 'application/manifest+json',
  xml: 'text/xml',
} as const;
export const isText = (file: string): boolean =>
  Object.keys(TEXT_TYPES).includes(extname(file).slice(1));

/** Files in assets/ have a hash of their content in their names. */
export const CACHE = { assets: 'public, max-age=31536000, immutable', rest: 'no-cache' };

export type Headers = Readonly<Record<string, string>>;

/**
 * The headers of every answer. Hashes allow the inline scripts and styles.
 * @param folders with pages
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
    // without subdomains, which this site does not own
    ...(siteUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    // no-referrer would post forms with "Origin: null", which the endpoint rejects
    'Referrer-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
}

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
      // browsers do not run other types, such as JSON-LD
      if (!/\b(?:src|type)=/.test(attributes)) scripts.add(hash(text));
    }
    for (const [, text = ''] of html.matchAll(/<style\b[^>]*>(.*?)<\/style>/gs)) {
      styles.add(hash(text));
    }
  }
  return { scripts: [...scripts].sort(), styles: [...styles].sort() };
}

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
