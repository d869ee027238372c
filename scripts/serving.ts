import { readdirSync } from 'node:fs';
import { extname } from 'node:path';
import { type Environment, root } from './environment.mjs';
import { formNames } from './formFiles.mjs';

/* Shared by the local server (plugins/previewServer.ts), Apache and nginx (templates/). */

/** The pages that the endpoint fills in. */
export const endpointPages = `${root}server/pages`;

/** The empty path redirects here (spec section 2, fixed). */
export const HOME = '/public/index';

/**
 * Redirects for addresses that people type: case-insensitive patterns for nginx, Apache and JavaScript, without the
 * path's first slash. Each leads to a page, so none leads to a redirect.
 */
export function likelyAddresses(documentRoot: string): readonly { from: string; to: string }[] {
  const folder = HOME.slice(1, HOME.lastIndexOf('/') + 1);
  const pages = readdirSync(documentRoot + HOME.slice(0, folder.length), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/').split('/'))
    .filter((parts) => parts.length > 1 && parts.at(-1) === 'index.html')
    .map((parts) => parts.slice(0, -1))
    // an address that fits several pages means the one with fewer parts
    .sort((one, other) => one.length - other.length);
  const isOnly = (name = '') => pages.filter((parts) => parts.at(-1) === name).length === 1;
  return [
    ...pages.map((parts) => {
      const [name, before] = [parts.at(-1), parts.slice(0, -1).map((part) => `${part}/`)];
      const between = isOnly(name) ? before.map((part) => `(?:${part})?`) : before;
      return { from: `(?:${folder})?${between.join('')}${name}/*$`, to: `/${folder}${parts.join('/')}` };
    }),
    { from: `(?:${folder.slice(0, -1)}|home)/*$`, to: HOME },
  ];
}

/** The scripts that take the messages of the forms. */
export const FORM_SCRIPTS: readonly string[] = formNames().map((form) => `${form}_process.php`);

/** The scripts that a browser may reach. Each is a copy of server/index.php, which goes by its name. */
export const SCRIPTS: readonly string[] = [
  ...FORM_SCRIPTS,
  'contact_sent.php',
  'contact_health.php',
  'contact_work.php',
];

/** The line of server/index.php that names the folder private. @param toPrivate its path from the document root, if it is set */
export const privateLine = (toPrivate: string): string | undefined =>
  toPrivate === '' ? undefined : `$private = "{$documentRoot}/${toPrivate}";`;

/** The settings of a build that make it another site. A deployment refuses to change them unasked. */
export const builtWith = (settings: Environment): Record<string, string> => ({
  SITE_URL: settings.siteUrl,
  IDENTITY: settings.identity,
  SERVICE_PREFIX: settings.servicePrefix,
  REDIRECT_TO_HTTPS: settings.toHttps ? 'yes' : 'no',
  DEPLOY_PRIVATE: settings.toPrivate,
});

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
export const isText = (file: string): boolean => Object.keys(TEXT_TYPES).includes(extname(file).slice(1));

/** Files in assets/ have a hash of their content in their names. */
export const CACHE = { assets: 'public, max-age=31536000, immutable', rest: 'no-cache' };

/** The scripts that answer with pages. */
export const PAGE_SCRIPTS: readonly string[] = [...FORM_SCRIPTS, 'contact_sent.php'];

/** The Content-Security-Policy header. It depends on no build, because each page allows its own scripts and styles. */
export const POLICY = {
  /** withPolicy() in src/prerender/head.ts adds what is missing here: default-src, script-src and style-src. */
  page: [
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "media-src 'none'",
    "object-src 'none'",
    "frame-src 'none'",
    "worker-src 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  rest: "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
};

export type Headers = Readonly<Record<string, string>>;

/** The headers of every answer, beside the policy. */
export const securityHeaders = (siteUrl: string): Headers => ({
  // without subdomains, which this site does not own
  ...(siteUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // no-referrer would post forms with "Origin: null", which the endpoint rejects
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
});
