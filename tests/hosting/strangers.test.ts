import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { message } from '../support/answers.ts';
import { secrets } from './support/requests.ts';
import { serve } from './support/serve.ts';
import { apache, nginx, type Start } from './support/servers.ts';
import { holdPosts } from './support/slow.ts';

const endpoint = '/api/contact_process.php';
const enquiry = {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(message),
};

const servers: [name: string, start: Start][] = [
  ['Apache with php-fpm', apache('php-fpm')],
  ['Apache with mod_php', apache('mod_php')],
  ['nginx with php-fpm', nginx],
];

describe.each(servers)('%s', (_, start) => {
  const site = serve('beside', start);

  test.each([endpoint, '/api/contact_health.php'])(
    'answers others while one address sends 15 slow bodies to %s',
    async (path) => {
      const slow = await holdPosts(Number(new URL(site.origin).port), 15, path);
      onTestFinished(slow.end);
      expect(slow.outcomes).toEqual(Array(15).fill('reading'));
      expect((await site.ask(endpoint, enquiry)).status).toBe(200);
    },
  );
});

describe('nginx', () => {
  let log = '';
  const site = serve('beside', async (upload) => {
    const server = await nginx(upload);
    log = server.accessLog ?? '';
    return server;
  });

  test('logs the first part of an address only', async () => {
    await site.ask('/public/index');
    const logged = () => readFileSync(log, 'utf8');
    await expect.poll(logged).toMatch(/^127\.0\.0\.0 - - \[.*"GET \/public\/index /m);
    expect(logged()).not.toContain('127.0.0.1');
  });

  test('reads at most 20 bodies of one address at once, and answers others', async () => {
    const slow = await holdPosts(Number(new URL(site.origin).port), 60, endpoint);
    onTestFinished(slow.end);
    expect(slow.outcomes.filter((outcome) => outcome === 'reading')).toHaveLength(20);
    expect(slow.outcomes.filter((outcome) => outcome === '429')).toHaveLength(40);
    expect((await site.ask(endpoint, enquiry)).status).toBe(200);
  });
});

describe.each([
  'FileInfo Indexes',
  'AuthConfig FileInfo Indexes Limit',
  'AuthConfig FileInfo Indexes Options=MultiViews',
])('Apache with AllowOverride %s', (classes) => {
  const site = serve('inside', apache('php-fpm', `AllowOverride ${classes}`));

  test('serves the site and the endpoint, and nothing private', async () => {
    const page = await site.ask('/public/index');
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toBeDefined();
    expect((await site.ask(endpoint, enquiry)).status).toBe(200);
    for (const path of ['/assets', '/assets/', '/api/', '/nowhere', ...secrets]) {
      const { status, body } = await site.ask(path);
      expect([400, 403, 404, 500], path).toContain(status);
      expect(body, path).not.toMatch(/SMTP_HOST|Require all|<\?php|SQLite format|Index of/);
    }
  });
});

describe('Apache that refuses a directive of .htaccess', () => {
  const site = serve('inside', apache('php-fpm', 'AllowOverride AuthConfig'));

  test("makes doctor name the web server's own log", () => {
    expect(site.doctor()).toMatch(
      /^problem .* answers 500 .*\n.*web server's own error log: on Apache it names a line of/m,
    );
  });
});
