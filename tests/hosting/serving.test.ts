import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEnvironment, root } from '../../scripts/environment.mjs';
import { endpointEnvironment, startEndpoint } from '../../scripts/mailSide.ts';
import { HEADERS } from '../../scripts/plugins/budgets.ts';
import { endpointPages, securityHeaders } from '../../scripts/serving.ts';
import { notFound } from '../../src/pages/not-found/words.ts';
import answers from '../contract/answers.json' with { type: 'json' };
import { startSiteServer } from '../support/siteServer.ts';
import { type Answer, ask, headerBytes } from './support/ask.ts';
import { alsoSecret, type Row, requests, secrets } from './support/requests.ts';
import { serve } from './support/serve.ts';
import { startApache, startNginx, type WebServer } from './support/servers.ts';
import { type Layout, Upload } from './support/upload.ts';

const everyHeader = securityHeaders([`${root}dist/www`, endpointPages], readEnvironment().siteUrl);

const endpoint = '/api/contact_process.php';

/** Servers by name; each gets an upload of its own. */
const servers: [name: string, layout: Layout, start: (upload: Upload) => Promise<WebServer>][] = [
  ['nginx with php-fpm', 'beside', startNginx],
  ['nginx with php-fpm', 'inside', startNginx],
  ['Apache with php-fpm', 'beside', (upload) => startApache(upload, 'php-fpm')],
  ['Apache with mod_php', 'inside', (upload) => startApache(upload, 'mod_php')],
];

const title = ({ path, method = 'GET', headers = {} }: Row) =>
  [method, path, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join(' ');

/** Where a redirect leads on the same host; Apache writes the host too. */
const pathOf = (location?: string) => location?.replace(/^http:\/\/127\.0\.0\.1:\d+/, '');

function expectRow(answer: Answer, row: Row) {
  expect(answer.status).toBe(row.status);
  expect(pathOf(answer.headers.location)).toBe(row.location);
  if (row.type !== undefined) expect(answer.headers['content-type']).toMatch(row.type);
  if (row.cache !== undefined) expect(answer.headers['cache-control'] ?? '').toMatch(row.cache);
  if (row.vary !== undefined) expect(answer.headers.vary).toMatch(row.vary);
  if (row.encoding !== undefined) {
    expect(answer.headers['content-encoding'] ?? null).toBe(row.encoding);
  }
  if (row.says !== undefined) expect(answer.body).toContain(row.says);
  // once each: of two policies a browser obeys both
  for (const [name, value] of Object.entries(everyHeader)) {
    const values = answer.rawHeaders.filter(
      (_, i, all) => all[i - 1]?.toLowerCase() === name.toLowerCase(),
    );
    expect(values, name).toEqual([value]);
  }
  if (row.allow !== undefined) expect(answer.headers.allow).toMatch(row.allow);
  const names = answer.rawHeaders.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase());
  expect(names.filter((name) => name === 'cache-control').length).toBeLessThanOrEqual(1);
  expect(answer.headers['x-powered-by']).toBeUndefined();
  expect(headerBytes(answer)).toBeLessThanOrEqual(HEADERS);
}

describe.each(servers)('%s, private part %s the document root', (_, layout, start) => {
  const site = serve(layout, start);
  const { ask } = site;

  test.each(requests.map((row) => [title(row), row] as const))('%s', async (_, row) => {
    expectRow(await ask(row.path, row), row);
  });

  test('nothing private is shown', async () => {
    for (const path of [...secrets, ...alsoSecret]) expectSecret(await ask(path), path);
  });

  test.each(['stated', 'not stated'])(
    'more than 256 KB, %s, is refused in words',
    async (length) => {
      const { body } = answers.answers['a body past 64 KB'].response;
      const large = (type: string) => ({
        method: 'POST',
        headers: {
          'Content-Type': type,
          ...(length === 'not stated' && { 'Transfer-Encoding': 'chunked' }),
        },
        body: ' '.repeat(300_000),
      });
      const byScript = await ask(endpoint, large('application/json'));
      expect(byScript.status).toBe(413);
      expect(byScript.headers['content-type']).toMatch(/^application\/json/);
      expect(JSON.parse(byScript.body)).toEqual(body);
      const byForm = await ask(endpoint, large('application/x-www-form-urlencoded'));
      expect(byForm.status).toBe(413);
      expect(byForm.headers['content-type']).toMatch(/^text\/(?:plain|html)/);
      expect(byForm.body).toContain('it is too long');
      expect(await ask('/api/payload_too_large.json')).toMatchObject({ status: 404 });
    },
  );

  test('a browser that knows no Fetch Metadata is believed by the address it has, and its port', async () => {
    const from = (Origin: string, Host: string) =>
      ask(endpoint, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin, Host },
        body: '{}',
      });
    const { host } = new URL(site.origin);
    expect((await from(site.origin, host)).status).toBe(422);
    expect((await from(site.origin.replace(/\d+$/, '81'), host)).status).toBe(403);
    // where a proxy or a container has another port in front
    expect((await from('https://localhost:8443', 'localhost:8443')).status).toBe(422);
    expect((await from('https://localhost:8443', 'localhost')).status).toBe(403);
  });

  test('TRACE is refused', async () => {
    for (const path of [endpoint, '/public/index']) {
      const answer = await ask(path, { method: 'TRACE', headers: { 'X-Secret': 'told' } });
      expect(answer.status, path).toBe(405);
      expect(answer.body).not.toContain('told');
    }
  });

  test('what an operator adds is shown, such as the proof that the site is theirs', async () => {
    const { documentRoot } = site.upload;
    mkdirSync(`${documentRoot}/.well-known/acme-challenge`, { recursive: true });
    for (const file of ['google1234.html', '.well-known/acme-challenge/token', 'brochure.pdf']) {
      writeFileSync(`${documentRoot}/${file}`, 'a proof');
      const answer = await ask(`/${file}`, { headers: { 'Accept-Encoding': 'br, gzip' } });
      expect(answer, file).toMatchObject({ status: 200, body: 'a proof' });
    }
  });

  test('what a browser has is not sent again', async () => {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const accepting = { 'Accept-Encoding': encoding };
      const { etag = '' } = (await ask('/public/index', { headers: accepting })).headers;
      const again = await ask('/public/index', {
        headers: { ...accepting, 'If-None-Match': etag },
      });
      expect(again.status, encoding).toBe(304);
      expect(again.headers['cache-control']).toBe('no-cache');
    }
  });
});

describe.each(servers.slice(0, 3))('%s, %s, when PHP is away', (_, layout, start) => {
  const { ask, stopPhp } = serve(layout, start);

  test('whoever sends something is told so', async () => {
    await stopPhp();
    const post = (type: string) =>
      ask(endpoint, { method: 'POST', headers: { 'Content-Type': type }, body: 'name=' });
    const byScript = await post('application/json');
    expect([502, 503]).toContain(byScript.status);
    const { headers } = answers.answers['the store cannot be written'].response;
    // where PHP has ended, nobody knows whether that was before it stored something
    expect(JSON.parse(byScript.body)).toMatchObject({
      status: 'error',
      code: byScript.status === 503 ? 'unavailable' : 'undecided',
    });
    expect(byScript.headers['retry-after']).toBe(headers['Retry-After']);
    const byForm = await post('application/x-www-form-urlencoded');
    expect([502, 503]).toContain(byForm.status);
    expect(byForm.headers['content-type']).toMatch(/^text\/plain/);
    expect(byForm.body).toContain('what you typed is still there');
  });
});

/** 400 is what Apache says to some tricks before it looks for a file. */
function expectSecret({ status, body }: Answer, path: string) {
  expect([400, 403, 404], `${path}: ${body.slice(0, 200)}`).toContain(status);
  expect(body, path).not.toMatch(
    /SMTP_HOST|Require all|<\?php|"packages"|SQLite format|add_header|\{\{failure/,
  );
}

describe('Apache with hardly a module', () => {
  const { ask } = serve('inside', (upload) => startApache(upload, 'few modules'));

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
    expect(await ask('/nowhere')).toMatchObject({
      status: 404,
      body: expect.stringContaining(notFound.heading),
    });
    expect((await ask('/api/contact_health.php')).body).toContain('"status":"ok"');
  });

  test('and nothing private', async () => {
    for (const path of [...secrets, ...alsoSecret]) expectSecret(await ask(path), path);
  });
});

describe('the server of npm start', () => {
  let site: Awaited<ReturnType<typeof startSiteServer>>;
  let endpoint: Awaited<ReturnType<typeof startEndpoint>>;
  let upload: Upload;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(`${tmpdir()}/hosting-`);
    endpoint = await startEndpoint(endpointEnvironment(await getPort(), `${folder}/data`));
    upload = new Upload('beside');
    site = await startSiteServer(endpoint.port, upload.documentRoot);
  });
  afterAll(async () => {
    await Promise.all([site.stop(), endpoint.stop()]);
    upload.remove();
    rmSync(folder, { recursive: true });
  });

  test.each(requests.filter(({ onlyReal }) => !onlyReal).map((row) => [title(row), row] as const))(
    '%s',
    async (_, row) => {
      expectRow(await ask(Number(new URL(site.url).port), row.path, row), row);
    },
  );
});
