import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { message } from '../support/answers.ts';
import { secrets } from './support/requests.ts';
import { serve } from './support/serve.ts';
import { apache, nginxWith } from './support/servers.ts';

const endpoint = '/api/contact_process.php';
const enquiry = {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(message),
};

describe('nginx', () => {
  let log = '';
  const site = serve('beside', async (upload) => {
    const behindProxy = 'set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;';
    const server = await nginxWith(upload, undefined, behindProxy);
    log = server.accessLog ?? '';
    return server;
  });

  test('logs the first part of an address only', async () => {
    await site.ask('/public/index');
    const logged = () => readFileSync(log, 'utf8');
    await expect.poll(logged).toMatch(/^127\.0\.0\.0 - - \[.*"GET \/public\/index /m);
    expect(logged()).not.toContain('127.0.0.1');
    await site.ask('/public/index', { headers: { 'X-Forwarded-For': '2001:db8:85a3:8d3:1319:8a2e:370:7348' } });
    await expect.poll(logged).toMatch(/^2001:db8:85a3:: - - \[/m);
    expect(logged()).not.toContain('8a2e');
  });

  test('lets one address hold open 20 requests to PHP, and sends it pages meanwhile', async () => {
    const holding = Array.from({ length: 20 }, () => new AbortController());
    const health = async () => (await site.ask('/api/contact_health.php')).status;
    // their bodies never arrive
    const headers = { ...enquiry.headers, 'Content-Length': '9' };
    for (const { signal } of holding) site.ask(endpoint, { method: 'POST', headers, signal }).catch(() => {});
    await expect.poll(health).toBe(429);
    expect((await site.ask('/public/index')).status).toBe(200);
    for (const each of holding) each.abort();
    await expect.poll(health).toBe(200);
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
      /^problem .* answers 500 .*\n.*web server's error log: on Apache it names a line of/m,
    );
  });
});
