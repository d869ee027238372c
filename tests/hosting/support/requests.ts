import { readdirSync } from 'node:fs';
import { root } from '../../../scripts/environment.mjs';
import { site } from '../../../src/content/site.ts';
import { notFound } from '../../../src/pages/not-found/words.ts';
import { inHtml } from '../../support/html.ts';
import { places } from '../../support/places.ts';
import type { Question } from './ask.ts';

/** A request, and what every web server answers to it. */
export interface Row extends Question {
  readonly path: string;
  readonly status: number;
  readonly location?: string;
  readonly type?: RegExp;
  /** The encoding of the body; null where it is to be none. */
  readonly encoding?: string | null;
  readonly cache?: RegExp;
  readonly vary?: RegExp;
  readonly allow?: RegExp;
  /** Something of the decoded body. */
  readonly says?: string;
  /** What the local server leaves to real ones. */
  readonly onlyReal?: true;
}

const [app = ''] = readdirSync(`${root}dist/www/assets`).filter((name) =>
  /^app-.*\.js$/.test(name),
);
const [face = ''] = readdirSync(`${root}dist/www/assets`).filter((name) => name.endsWith('.woff2'));

const HTML = /^text\/html; ?charset=utf-8$/i;
const FRESH = /^no-cache$/;
const IMMUTABLE = /^public, max-age=31536000, immutable$/;
const VARIES = /^Accept-Encoding$/i;
/** A 404 is the site's own page. */
const NOT_FOUND = { status: 404, type: HTML, says: inHtml(notFound.heading) } as const;
const HOME = { path: '/public/index', status: 200, type: HTML, says: inHtml(site.slogan) } as const;
const FORM = 'application/x-www-form-urlencoded';

const JSON_TYPE = { 'Content-Type': 'application/json' } as const;
const REPORT = '/api/contact_report.php';

/** Of an error in a browser. */
export const report = {
  kind: 'render',
  name: 'TypeError',
  page: 'contactUs',
  frames: ['app-BxYz.js:1:2345'],
};

/** By which a monitor is told the numbers. */
export const HEALTH_TOKEN = 'a-token-of-no-less-than-32-characters';

const accepting = (encodings: string) => ({ headers: { 'Accept-Encoding': encodings } });

export const requests: readonly Row[] = [
  { path: '/', status: 302, location: '/public/index' },
  { path: '/?utm_source=mail', status: 302, location: '/public/index?utm_source=mail' },
  ...places.flatMap(({ path, title }): Row[] => [
    {
      path,
      status: 200,
      type: HTML,
      cache: FRESH,
      vary: VARIES,
      encoding: null,
      says: inHtml(title),
    },
    {
      path,
      ...accepting('gzip, deflate, br'),
      status: 200,
      type: HTML,
      encoding: 'br',
      says: inHtml(title),
    },
    { path: `${path}/`, status: 301, location: path },
    { path: path.toUpperCase(), status: 301, location: path },
    { path: path.replace(/^\/public/, ''), status: 301, location: path },
    { path: `${path}/index.html`, ...NOT_FOUND },
  ]),
  { ...HOME, path: '/public/index?utm_source=mail' },
  { ...HOME, method: 'HEAD', says: '' },
  { path: '/public/index/?a=b', status: 301, location: '/public/index?a=b' },

  { ...HOME, ...accepting('gzip'), encoding: 'gzip', vary: VARIES },
  { ...HOME, ...accepting('br'), encoding: 'br', vary: VARIES },
  { ...HOME, ...accepting('identity'), encoding: null, vary: VARIES },
  { ...HOME, ...accepting('gzip;q=1.0, br;q=0.001'), encoding: 'br' },
  { ...HOME, ...accepting('BR'), encoding: 'br', onlyReal: true },
  { ...HOME, ...accepting('br;q=0, gzip'), encoding: 'gzip', onlyReal: true },
  { ...HOME, ...accepting('br; q=0.000, gzip;q=0'), encoding: null, onlyReal: true },
  { ...HOME, ...accepting('brotli'), encoding: null, onlyReal: true },
  { path: '/nowhere', ...accepting('br, gzip'), ...NOT_FOUND },
  { path: '/nowhere', ...accepting('br'), ...NOT_FOUND, encoding: 'br', onlyReal: true },
  { path: '/public/index', method: 'POST', status: 405, allow: /^GET, ?HEAD/, onlyReal: true },

  {
    path: `/assets/${app}`,
    status: 200,
    type: /^text\/javascript/,
    cache: IMMUTABLE,
    encoding: null,
  },
  {
    path: `/assets/${app}`,
    ...accepting('br'),
    status: 200,
    type: /^text\/javascript/,
    cache: IMMUTABLE,
    encoding: 'br',
    vary: VARIES,
  },
  { path: '/licenses.txt', status: 200, type: /^text\/plain/, cache: FRESH },
  {
    path: `/assets/${face}`,
    ...accepting('br, gzip'),
    status: 200,
    type: /^font\/woff2$/,
    cache: IMMUTABLE,
    encoding: null,
  },
  { path: '/assets/app-00000000.js', ...NOT_FOUND, cache: /^(?!.*immutable)/ },
  { path: `/assets/${app}.br`, ...NOT_FOUND },
  { path: `/assets/${app}.gz`, ...NOT_FOUND },
  { path: '/public/index/index.html.br', ...NOT_FOUND },
  {
    path: '/favicon.svg',
    ...accepting('gzip, br'),
    status: 200,
    type: /^image\/svg\+xml/,
    encoding: 'br',
    cache: FRESH,
  },
  { path: '/favicon.ico', status: 200, type: /icon/, onlyReal: true },
  { path: '/share/home.png', status: 200, type: /^image\/png$/, cache: FRESH },
  {
    path: '/site.webmanifest',
    status: 200,
    type: /^application\/manifest\+json/,
    says: 'short_name',
  },
  {
    path: '/robots.txt',
    ...accepting('br'),
    status: 200,
    type: /^text\/plain/,
    encoding: 'br',
    says: 'Sitemap: ',
  },
  { path: '/sitemap.xml', status: 200, type: /^(?:text|application)\/xml/, says: '<urlset' },

  { path: '/nowhere', ...NOT_FOUND },
  { path: '/nowhere/', ...NOT_FOUND },
  { path: '/nowhere.php', ...NOT_FOUND },
  { path: '/public', status: 301, location: '/public/index' },
  { path: '/public/', status: 301, location: '/public/index' },
  { path: '/index', status: 301, location: '/public/index' },
  { path: '/Home/?a=b', status: 301, location: '/public/index?a=b' },
  { path: '/public/index/more', ...NOT_FOUND },
  { path: '/assets', ...NOT_FOUND },
  { path: '/assets/', ...NOT_FOUND },
  { path: '/api', ...NOT_FOUND },
  { path: '/index.html', ...NOT_FOUND },
  { path: '/404.html', ...NOT_FOUND },
  { path: '/404', ...NOT_FOUND, onlyReal: true },
  {
    path: '/.well-known/security.txt',
    ...accepting('gzip, br'),
    status: 200,
    type: /^text\/plain/,
    encoding: 'br',
    cache: FRESH,
    says: 'Contact: ',
  },
  { path: '/verification-1234.html', status: 200, type: HTML, cache: FRESH, says: 'Contact: ' },
  { path: '/prices.pdf', status: 200, type: /^application\/pdf$/, cache: FRESH },
  { path: '/.well-known/other.txt', ...NOT_FOUND },
  { path: '/%E2%82%AC', ...NOT_FOUND },
  { path: '/public/index;', ...NOT_FOUND },
  { path: '/\\elsewhere.example/', ...NOT_FOUND },

  {
    path: '/api/contact_process.php',
    status: 405,
    type: /^application\/json/,
    cache: /no-store/,
    says: 'method_not_allowed',
  },
  {
    path: '/api/contact_process.php',
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{',
    status: 400,
    type: /^application\/json/,
    says: 'malformed_json',
  },
  {
    path: '/api/contact_process.php',
    method: 'POST',
    headers: { 'Content-Type': FORM },
    body: 'name=',
    status: 422,
    type: HTML,
    cache: /no-store/,
    says: 'Please provide your name.',
  },
  {
    path: '/api/contact_process.php',
    method: 'POST',
    headers: { 'Content-Type': FORM, 'Sec-Fetch-Site': 'cross-site' },
    body: 'name=',
    status: 403,
    type: HTML,
  },
  {
    path: '/api/contact_sent.php?reference=7K3QM-2XF9D',
    status: 200,
    type: HTML,
    cache: /no-store/,
    says: '7K3QM-2XF9D',
  },
  { path: '/api/contact_sent.php', status: 404, type: /^text\/plain/, says: 'no reference' },
  {
    path: '/api/contact_health.php',
    status: 200,
    type: /^application\/json/,
    says: '{"status":"ok"}',
  },
  {
    path: '/api/contact_health.php',
    headers: { Authorization: `Bearer ${HEALTH_TOKEN}` },
    status: 200,
    says: '"waiting":',
    onlyReal: true,
  },
  { path: '/api/contact_status.php', status: 401, type: HTML, cache: /no-store/, onlyReal: true },
  {
    path: '/api/contact_status.php',
    headers: { Authorization: `Basic ${btoa(`operator:${HEALTH_TOKEN}`)}` },
    status: 200,
    type: HTML,
    says: 'All files of the program are there, and whole',
    onlyReal: true,
  },
  { path: '/api/contact_work.php', status: 401, cache: /no-store/, onlyReal: true },
  {
    path: '/api/contact_work.php',
    headers: { Authorization: `Basic ${btoa(`cron:${HEALTH_TOKEN}`)}` },
    status: 200,
    says: '"mailed":',
    onlyReal: true,
  },
  {
    path: REPORT,
    status: 405,
    type: /^application\/json/,
    cache: /no-store/,
    says: 'method_not_allowed',
  },
  {
    path: REPORT,
    method: 'POST',
    headers: JSON_TYPE,
    body: '{}',
    status: 400,
    type: /^application\/json/,
    says: 'malformed_message',
  },
  {
    path: REPORT,
    method: 'POST',
    headers: { ...JSON_TYPE, 'Sec-Fetch-Site': 'cross-site' },
    body: '{}',
    status: 403,
    type: /^application\/json/,
    says: 'cross_site',
  },
  {
    path: REPORT,
    method: 'POST',
    headers: { ...JSON_TYPE, 'Sec-Fetch-Site': 'same-origin' },
    body: JSON.stringify(report),
    status: 204,
    cache: /no-store/,
  },
  { path: `${REPORT}/more`, ...NOT_FOUND },
  { path: '/api/contact_process.php/more', ...NOT_FOUND },
  { path: '/api/contact_process.php.br', ...NOT_FOUND },
];

/** What nobody may read, under every address that a slip or a trick could give it. */
export const secrets: readonly string[] = [
  '.env',
  '.env.example',
  '.htaccess',
  'server',
  'server/',
  'server/console',
  'server/composer.json',
  'server/data',
  'server/data/',
  'server/data/enquiries.sqlite',
  'server/data/address.key',
  'server/pages/contact-us.html',
  'server/public/contact_process.php',
  'server/rules/contact.json',
  'server/src/Application.php',
  'server/templates/enquiry.html.php',
  'server/vendor/autoload.php',
  'server/vendor/composer/installed.json',
].flatMap((file) => [
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
]);

/** Private too, but not of the private folder. */
export const alsoSecret: readonly string[] = [
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
  '/server/data/enquiries.sqlite',
  '/console',
  '/api/entry.php',
  '/api/../../private/.env',
];
