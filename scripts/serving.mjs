// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { root } from './environment.mjs';

/*
 * What a web server has to know to serve the site: the local one (site-server.mjs), and Apache and
 * nginx, whose configuration the build writes (apache.mjs, nginx.mjs).
 */

/** Where the endpoint looks for the pages that it fills in (PAGES_DIR). */
export const endpointPages = `${root}server/pages`;

/** Where the empty path leads (spec section 2, fixed). */
export const HOME = '/public/index';

/** The one that takes enquiries, and what a web server answers in its place, from a file of that name. */
export const ENDPOINT = 'contact_process.php';
export const REFUSALS = { payload_too_large: [413], unavailable: [503], undecided: [502, 504] };
/** Seconds after which to come again where the endpoint is unavailable, as it says itself. */
export const RETRY_AFTER = 30;

/** What of server/public the web answers under the service prefix. */
export const SCRIPTS = [ENDPOINT, 'contact_sent.php', 'contact_report.php', 'contact_health.php'];

/** What is text, and so is sent compressed, by the ending of its file. */
export const TEXT_TYPES = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webmanifest: 'application/manifest+json',
  xml: 'text/xml',
};
export const BINARY_TYPES = {
  ico: 'image/x-icon',
  png: 'image/png',
  woff2: 'font/woff2',
};

/** Hashed file names never change their content; everything else is asked for anew. */
export const CACHE = { assets: 'public, max-age=31536000, immutable', rest: 'no-cache' };

/**
 * Accept-Encoding where it admits a coding, whatever quality it has but none; for PCRE.
 * @param {string} coding
 */
export const admits = (coding) => `(?:^|,)\\s*${coding}\\s*(?:$|,|;\\s*q=(?:1|0\\.0{0,2}[1-9]))`;

/**
 * What every answer says to the browser besides its content, whatever server sends it: the one owner
 * of these headers. What the pages have inline is allowed by its hash, read from the pages themselves.
 * @param {{ documentRoot: string, siteUrl: string }} options
 * @returns {Record<string, string>}
 */
export function securityHeaders({ documentRoot, siteUrl }) {
  const { scripts, styles } = inlined([documentRoot, endpointPages]);
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

/**
 * The hashes of all that is inline in the pages of some folders.
 * @param {string[]} folders
 */
function inlined(folders) {
  /** @type {Set<string>} */
  const scripts = new Set();
  /** @type {Set<string>} */
  const styles = new Set();
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

/** @param {string} text */
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
