import { readdirSync } from 'node:fs';
import { root } from '../../../scripts/environment.mjs';
import { SCRIPTS } from '../../../scripts/serving.ts';
import { site } from '../../../src/content/site.ts';
import { notFound } from '../../../src/pages/not-found/words.ts';
import { places } from '../../support/places.ts';
import { DATABASE } from '../../support/tables.ts';
import type { Question } from './ask.ts';

export interface Row extends Question {
  readonly path: string;
  readonly status: number;
  readonly location?: string;
  readonly type?: RegExp;
  /** null if the body must not be encoded. */
  readonly encoding?: string | null;
  readonly cache?: RegExp;
  readonly vary?: RegExp;
  readonly allow?: RegExp;
  readonly says?: string;
  readonly onlyReal?: true;
}

export const HEALTH_TOKEN = 'a-token-of-no-less-than-32-characters';

const assets = readdirSync(`${root}dist/www/assets`);
const asset = (name: RegExp) => `/assets/${assets.find((file) => name.test(file))}`;
const app = asset(/^app-.*\.js$/);
const face = asset(/\.woff2$/);

const HTML = /^text\/html; ?charset=utf-8$/i;
const JSON_TYPE = /^application\/json/;
const TEXT = /^text\/plain/;
const SCRIPT = /^text\/javascript/;
const FRESH = /^no-cache$/;
const NOT_STORED = /no-store/;
const IMMUTABLE = /^public, max-age=31536000, immutable$/;
const VARIES = /^Accept-Encoding$/i;
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const BR = { headers: { 'Accept-Encoding': 'gzip, deflate, br' }, encoding: 'br' };

/** As React writes it. */
const inHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;').replaceAll('"', '&quot;');

const accepting = (encodings: string) => ({ headers: { 'Accept-Encoding': encodings } });
const authorized = (credentials: string) => ({ headers: { Authorization: credentials } });
const basic = (user: string) => authorized(`Basic ${btoa(`${user}:${HEALTH_TOKEN}`)}`);

const ok = (path: string, row: Partial<Row> = {}): Row => ({ path, status: 200, ...row });
const home = (row: Partial<Row>) => ok('/public/index', { type: HTML, says: inHtml(site.slogan), ...row });
const moved = (path: string, location: string): Row => ({ path, status: 301, location });
const missing = (path: string, row: Partial<Row> = {}): Row => ({
  path,
  status: 404,
  type: HTML,
  says: inHtml(notFound.heading),
  ...row,
});
const process = (status: number, row: Partial<Row>): Row => ({
  path: '/api/contact_process.php',
  method: 'POST',
  status,
  ...row,
});

export const requests: readonly Row[] = [
  // pages
  { path: '/', status: 302, location: '/public/index' },
  { path: '/?utm_source=mail', status: 302, location: '/public/index?utm_source=mail' },
  ...places.flatMap(({ path, title }): Row[] => [
    ok(path, { type: HTML, cache: FRESH, vary: VARIES, encoding: null, says: inHtml(title) }),
    ok(path, { type: HTML, ...BR, says: inHtml(title) }),
    moved(`${path}/`, path),
    moved(path.toUpperCase(), path),
    moved(path.replace(/^\/public/, ''), path),
    missing(`${path}/index.html`),
  ]),
  home({ path: '/public/index?utm_source=mail' }),
  home({ method: 'HEAD', says: '' }),
  moved('/public/index/?a=b', '/public/index?a=b'),
  moved('/public', '/public/index'),
  moved('/Home/?a=b', '/public/index?a=b'),
  { path: '/public/index', method: 'POST', status: 405, allow: /^GET, ?HEAD/, onlyReal: true },

  // encodings
  home({ ...accepting('gzip'), encoding: 'gzip', vary: VARIES }),
  home({ ...accepting('br'), encoding: 'br', vary: VARIES }),
  home({ headers: { 'Accept-Encoding': 'gzip', Via: '1.1 a.proxy.example' }, encoding: 'gzip' }),
  home({ ...accepting('gzip;q=1.0, br;q=0.001'), encoding: 'br' }),
  home({ ...accepting('br;q=0, gzip'), encoding: 'gzip', onlyReal: true }),
  home({ ...accepting('brotli'), encoding: null, onlyReal: true }),
  missing('/nowhere', { ...accepting('br'), encoding: 'br', onlyReal: true }),

  // files
  ok(app, { type: SCRIPT, cache: IMMUTABLE, encoding: null }),
  ok(app, { type: SCRIPT, cache: IMMUTABLE, ...BR, vary: VARIES }),
  ok(face, { ...BR, type: /^font\/woff2$/, cache: IMMUTABLE, encoding: null }),
  // browsers need the type, because of nosniff; the firm may have no pictures
  ...['avif', 'webp'].flatMap((ending): Row[] =>
    assets
      .filter((file) => file.endsWith(`.${ending}`))
      .slice(0, 1)
      .map((file) => ok(`/assets/${file}`, { type: new RegExp(`^image/${ending}$`), cache: IMMUTABLE })),
  ),
  ok('/licenses.txt', { type: TEXT, cache: FRESH }),
  ok('/favicon.svg', { ...BR, type: /^image\/svg\+xml/, cache: FRESH }),
  ok('/favicon.ico', { type: /icon/, onlyReal: true }),
  ok('/share/home.png', { type: /^image\/png$/, cache: FRESH }),
  ok('/site.webmanifest', { type: /^application\/manifest\+json/, says: 'short_name' }),
  ok('/robots.txt', { ...BR, type: TEXT, says: 'Sitemap: ' }),
  ok('/sitemap.xml', { type: /^(?:text|application)\/xml/, says: '<urlset' }),
  ok('/.well-known/security.txt', { ...BR, type: TEXT, cache: FRESH, says: 'Contact: ' }),
  ok('/verification-1234.html', { type: HTML, cache: FRESH, says: 'Contact: ' }),
  ok('/prices.pdf', { type: /^application\/pdf$/, cache: FRESH }),

  // missing addresses
  ...['/nowhere', '/nowhere/', '/nowhere.php', '/public/index/more', '/public/index;'].map((path) => missing(path)),
  ...['/assets', '/api', '/index.html', '/404.html', '/.well-known/other.txt', '/%E2%82%AC'].map((path) =>
    missing(path),
  ),
  ...[`${app}.br`, `${app}.gz`, '/public/index/index.html.br', '/\\elsewhere.example/'].map((path) => missing(path)),
  missing('/assets/app-00000000.js', { cache: /^(?!.*immutable)/ }),

  // the endpoint
  process(405, { method: 'GET', type: JSON_TYPE, cache: NOT_STORED, says: 'method_not_allowed' }),
  process(400, {
    headers: { 'Content-Type': 'application/json' },
    body: '{',
    type: JSON_TYPE,
    says: 'malformed_json',
  }),
  process(422, {
    headers: FORM,
    body: 'name=',
    type: HTML,
    cache: /^no-cache, private$/,
    says: 'Please provide your name.',
  }),
  process(403, { headers: { ...FORM, 'Sec-Fetch-Site': 'cross-site' }, body: 'name=', type: HTML }),
  ok('/api/contact_sent.php', {
    headers: { Cookie: 'enquiry-reference=7K3QM-2XF9D' },
    type: HTML,
    cache: NOT_STORED,
    says: '7K3QM-2XF9D',
  }),
  ok('/api/contact_sent.php', {
    headers: { Cookie: 'enquiry-reference=7K3QM-2XF9D', ...accepting('gzip').headers },
    encoding: 'gzip',
    onlyReal: true,
  }),
  { path: '/api/contact_sent.php', status: 404, type: TEXT, says: 'has kept no reference' },
  ok('/api/contact_health.php', { type: JSON_TYPE, says: '{"status":"ok"}' }),
  { path: '/api/contact_work.php', status: 401, cache: NOT_STORED, onlyReal: true },
  ok('/api/contact_work.php?doctor', {
    ...basic('operator'),
    type: TEXT,
    says: 'The configuration is valid.',
    onlyReal: true,
  }),
  ok('/api/contact_work.php', { ...authorized(`Bearer ${HEALTH_TOKEN}`), says: '"mailed":', onlyReal: true }),
  ...SCRIPTS.flatMap((script) => [missing(`/api/${script}/more`), missing(`/api/${script}.br`)]),
];

const privateFiles = [
  '.env',
  '.env.example',
  '.htaccess',
  'server',
  'server/',
  'server/console',
  'server/composer.json',
  'server/data/',
  `server/data/${DATABASE}`,
  'server/pages/contact.html',
  'server/forms/contact/form.json',
  'server/src/Application.php',
  'server/templates/enquiry.html.php',
  'server/vendor/autoload.php',
  'server/vendor/composer/installed.json',
];

/** Addresses, some misspelled or malicious, that must not show a private file. */
export const secrets: readonly string[] = [
  ...privateFiles.flatMap((file) => [
    `/private/${file}`,
    `//private//${file}`,
    `/./private/./${file}`,
    `/api/../private/${file}`,
    `/%70rivate/${file}`,
    `/private%2f${file}`,
    `/private/${file.replace('/', '%2F')}`,
    `/%2e%2e/private/${file}`,
    `/../private/${file}`,
    `/api..//private/${file}`,
    `/assets/..%2f..%2fprivate/${file}`,
    `/PRIVATE/${file}`,
    `/private/${file}/`,
    `/private/${file}?a`,
    `/private/${file};.png`,
    `/private/${file}%00.png`,
  ]),
  '/private',
  '/private/',
  '/public/index/..;/',
  '/public/..;/private/.env',
  '/.env',
  '/.htaccess',
  '/%2ehtaccess',
  '/assets/.htaccess',
  '/public/.htaccess',
  '/.git/config',
  '/.user.ini',
  '/nginx/site.conf',
  '/../nginx/site.conf',
  '/nginx.conf',
  `/server/data/${DATABASE}`,
  '/console',
  '/api/index.php',
  '/api/../../private/.env',
];
