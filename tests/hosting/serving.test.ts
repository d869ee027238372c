import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readEnvironment } from '../../scripts/environment.mjs';
import { endpointEnvironment, startEndpoint } from '../../scripts/mailSide.ts';
import { HEADERS } from '../../scripts/plugins/budgets.ts';
import { PAGE_SCRIPTS, POLICY, securityHeaders } from '../../scripts/serving.ts';
import { notFound } from '../../src/pages/not-found/words.ts';
import { answerTo } from '../support/answers.ts';
import { startSiteServer } from '../support/siteServer.ts';
import { type Answer, ask, headerBytes } from './support/ask.ts';
import { HEALTH_TOKEN, type Row, requests, secrets } from './support/requests.ts';
import { serve } from './support/serve.ts';
import { apache, nginx, type Start } from './support/servers.ts';
import { type Layout, Upload } from './support/upload.ts';

const everyHeader = securityHeaders(readEnvironment().siteUrl);
const endpoint = '/api/contact_process.php';

const servers: [name: string, layout: Layout, start: Start][] = [
  ['nginx with php-fpm', 'inside', nginx],
  ['Apache with php-fpm', 'beside', apache('php-fpm')],
  ['Apache with mod_php', 'inside', apache('mod_php')],
];

/** Media types of files that no page of the sample firm loads, by ending. */
const ADDED_TYPES = {
  ...{ jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif' },
  ...{ mp4: 'video/mp4', webm: 'video/webm', mp3: 'audio/mpeg' },
  ...{ ics: 'text/calendar', csv: 'text/csv', vcf: 'text/vcard', zip: 'application/zip' },
  ...{ woff: 'font/woff', ttf: 'font/ttf' },
};

const titleOf = ({ path, method = 'GET', headers = {} }: Row) =>
  [method, path, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join(' ');

/** The path of a redirect: Apache adds the host. */
const pathOf = (location?: string) => location?.replace(/^http:\/\/127\.0\.0\.1:\d+/, '');

async function expectRow(ask: (path: string, row: Row) => Promise<Answer>, row: Row) {
  const title = titleOf(row);
  const answer = await ask(row.path, row);
  expect(answer.status, title).toBe(row.status);
  expect(pathOf(answer.headers.location), title).toBe(row.location);
  if (row.type !== undefined) expect(answer.headers['content-type'], title).toMatch(row.type);
  if (row.cache !== undefined) expect(answer.headers['cache-control'] ?? '', title).toMatch(row.cache);
  if (row.vary !== undefined) expect(answer.headers.vary, title).toMatch(row.vary);
  if (row.encoding !== undefined) {
    expect(answer.headers['content-encoding'] ?? null, title).toBe(row.encoding);
  }
  if (row.says !== undefined) expect(answer.body, title).toContain(row.says);
  if (row.allow !== undefined) expect(answer.headers.allow, title).toMatch(row.allow);
  // exactly once: a browser would enforce both of two policies
  const isPage =
    answer.body.includes('<meta http-equiv="Content-Security-Policy"') ||
    row.method === 'HEAD' ||
    PAGE_SCRIPTS.some((script) => row.path.replace(/\?.*/, '').endsWith(script));
  const headers = {
    ...everyHeader,
    'Content-Security-Policy': isPage ? POLICY.page : POLICY.rest,
  };
  for (const [name, value] of Object.entries(headers)) {
    expect(answer.all(name), `${title}: ${name}`).toEqual([value]);
  }
  expect(answer.all('Cache-Control').length, title).toBeLessThanOrEqual(1);
  expect(answer.headers['x-powered-by'], title).toBeUndefined();
  // Debian's Apache takes the ending of a compressed file for Breton
  expect(answer.headers['content-language'], title).toBeUndefined();
  expect(headerBytes(answer), title).toBeLessThanOrEqual(HEADERS);
}

/** Apache answers some malicious addresses with 400. */
async function expectNothingPrivate(ask: (path: string) => Promise<Answer>) {
  for (const path of secrets) {
    const { status, body } = await ask(path);
    expect([400, 403, 404], `${path}: ${body.slice(0, 200)}`).toContain(status);
    expect(body, path).not.toMatch(/SMTP_HOST|Require all|<\?php|"packages"|SQLite format|add_header|\{\{failure/);
  }
}

describe.each(servers)('%s, private folder %s the document root', (name, layout, start) => {
  const site = serve(layout, start);
  const { ask } = site;
  const post = (type: string, body: string, headers: Record<string, string> = {}) =>
    ask(endpoint, { method: 'POST', headers: { 'Content-Type': type, ...headers }, body });

  test('each address has the expected answer', async () => {
    for (const row of requests) await expectRow(ask, row);
  });

  test('private files are not shown', () => expectNothingPrivate(ask));

  test('a body of more than 256 KB is rejected with an explanation', async () => {
    const large = ' '.repeat(300_000);
    for (const headers of [{}, { 'Transfer-Encoding': 'chunked' }]) {
      const toScript = await post('application/json', large, headers);
      expect(toScript.status).toBe(413);
      expect(toScript.headers['content-type']).toMatch(/^application\/json/);
      expect(JSON.parse(toScript.body)).toEqual(answerTo('a body past 64 KB').body);
      const toForm = await post('application/x-www-form-urlencoded', large, headers);
      expect(toForm.status).toBe(413);
      expect(toForm.headers['content-type']).toMatch(/^text\/(?:plain|html)/);
      expect(toForm.body).toContain('it’s too long');
    }
  });

  test('without Fetch Metadata, the Origin must match host and port', async () => {
    const from = async (Origin: string, Host: string) =>
      (await post('application/json', '{}', { Origin, Host })).status;
    const { host } = new URL(site.origin);
    expect(await from(site.origin, host)).toBe(422);
    expect(await from(site.origin.replace(/\d+$/, '81'), host)).toBe(403);
    expect(await from('https://localhost:8443', 'localhost:8443')).toBe(422);
    expect(await from('https://localhost:8443', 'localhost')).toBe(403);
  });

  test('TRACE is rejected', async () => {
    for (const path of [endpoint, '/public/index']) {
      expect((await ask(path, { method: 'TRACE' })).status, path).toBe(405);
    }
  });

  test('a file that an operator adds is served', async () => {
    const { documentRoot } = site.upload;
    mkdirSync(`${documentRoot}/.well-known/acme-challenge`, { recursive: true });
    for (const file of ['google1234.html', '.well-known/acme-challenge/token']) {
      writeFileSync(`${documentRoot}/${file}`, 'a proof');
      const answer = await ask(`/${file}`, { headers: { 'Accept-Encoding': 'br, gzip' } });
      expect(answer, file).toMatchObject({ status: 200, body: 'a proof' });
    }
  });

  // Apache has the types of its host
  test.runIf(name.startsWith('nginx'))('a file that an operator adds has its media type', async () => {
    for (const [ending, type] of Object.entries(ADDED_TYPES)) {
      writeFileSync(`${site.upload.documentRoot}/added.${ending}`, 'content');
      expect((await ask(`/added.${ending}`)).headers['content-type'], ending).toBe(type);
    }
  });

  test('a cached page is not sent again', async () => {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const headers = { 'Accept-Encoding': encoding };
      const { etag = '' } = (await ask('/public/index', { headers })).headers;
      const again = await ask('/public/index', { headers: { ...headers, 'If-None-Match': etag } });
      expect(again.status, encoding).toBe(304);
      expect(again.headers['cache-control']).toBe('no-cache');
      // browsers replace the cached page's headers with these
      expect(again.headers['content-security-policy'] ?? POLICY.page).toBe(POLICY.page);
    }
  });

  test.runIf(name === 'Apache with php-fpm')('doctor and the answer to no token name a missing .htaccess', async () => {
    const said = site.doctor();
    expect(said).toContain('The endpoint answers');
    expect(said).toContain('gets the answer 404');
    expect(said).toContain('does not show .env');
    const file = `${site.upload.documentRoot}/.htaccess`;
    renameSync(file, `${file}-of-the-build`);
    onTestFinished(() => renameSync(`${file}-of-the-build`, file));
    expect(site.doctor()).toMatch(/^problem .* does not get the site's own 404 page.*\n.*upload www\/\.htaccess/m);
    const { status, body } = await ask('/api/contact_work.php?doctor', {
      headers: { Authorization: `Basic ${btoa(`operator:${HEALTH_TOKEN}`)}` },
    });
    expect(status).toBe(401);
    expect(body).toContain('www/.htaccess');
  });

  test.runIf(name.endsWith('php-fpm'))('without PHP, the sender reads that the message was not sent', async () => {
    await site.stopPhp();
    const toScript = await post('application/json', '{}');
    expect([502, 503]).toContain(toScript.status);
    // after a 502 it is unknown whether PHP stored the enquiry
    expect(JSON.parse(toScript.body)).toMatchObject({
      status: 'error',
      code: toScript.status === 503 ? 'unavailable' : 'undecided',
    });
    expect(toScript.headers['retry-after']).toBe(answerTo('the store cannot be written').headers['Retry-After']);
    const toForm = await post('application/x-www-form-urlencoded', 'name=');
    expect([502, 503]).toContain(toForm.status);
    expect(toForm.headers['content-type']).toMatch(/^text\/plain/);
    expect(toForm.body).toContain('what you typed is still there');
  });
});

describe('Apache with few modules', () => {
  const site = serve('inside', apache('few modules'));
  const { ask } = site;

  test('every page can be reached', async () => {
    for (const { path, status, type, says } of requests) {
      if (!path.startsWith('/public/') || path.endsWith('/') || status !== 200) continue;
      const first = await ask(path);
      const answer = first.status === 301 ? await ask(`${path.replace(/\?.*/, '')}/`) : first;
      expect(answer.status, path).toBe(200);
      expect(answer.headers['content-type'], path).toMatch(type ?? /./);
      expect(answer.body, path).toContain(says);
    }
    expect((await ask('/')).body).toContain('url=/public/index');
    expect((await ask('/assets/')).status).toBe(403);
    expect(await ask('/nowhere')).toMatchObject({
      status: 404,
      body: expect.stringContaining(notFound.heading),
    });
    expect((await ask('/api/contact_health.php')).body).toContain('"status":"ok"');
  });

  test('private files are not shown', () => expectNothingPrivate(ask));

  test('doctor warns only of missing headers', () => {
    const said = site.doctor();
    expect(said).toMatch(/^warning .* without a Content-Security-Policy.*\n.*mod_headers/m);
    expect(said.match(/^problem/gm)).toHaveLength(1);
  });
});

describe('the server of npm start', () => {
  const folder = mkdtempSync(`${tmpdir()}/hosting-`);
  let site: Awaited<ReturnType<typeof startSiteServer>>;
  let endpoint: Awaited<ReturnType<typeof startEndpoint>>;
  let upload: Upload;
  beforeAll(async () => {
    endpoint = await startEndpoint(endpointEnvironment(await getPort(), `${folder}/data`));
    upload = new Upload('beside');
    site = await startSiteServer(endpoint.port, upload.documentRoot);
  });
  afterAll(async () => {
    await Promise.all([site.stop(), endpoint.stop()]);
    upload.remove();
    rmSync(folder, { recursive: true });
  });

  test('gives the same answers', async () => {
    const port = Number(new URL(site.url).port);
    for (const row of requests.filter(({ onlyReal }) => !onlyReal)) {
      await expectRow((path, question) => ask(port, path, question), row);
    }
  });

  test('goes on with the files of another build', async () => {
    const statusOf = async () => (await fetch(new URL('assets/of-another-build.js', site.url))).status;
    const file = `${upload.documentRoot}/assets/of-another-build.js`;
    writeFileSync(file, '0;');
    expect(await statusOf()).toBe(200);
    rmSync(file);
    expect(await statusOf()).toBe(404);
  });
});
