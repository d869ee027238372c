import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { writePublic } from '../../scripts/plugins/upload.ts';
import { serve } from './support/serve.ts';
import { apache, nginx, type Start } from './support/servers.ts';
import type { Upload } from './support/upload.ts';

function reconfigure({ folder, documentRoot, privateFolder }: Upload): void {
  const siteUrl = 'https://www.example.co.za';
  rmSync(`${documentRoot}/api`, { recursive: true });
  writeFileSync(`${privateFolder}/site.txt`, siteUrl);
  writePublic(folder, {
    servicePrefix: '/services/mail',
    siteUrl,
    toHttps: true,
    toPrivate: '',
  });
}

const servers: [name: string, start: Start][] = [
  ['nginx', nginx],
  ['Apache', apache('php-fpm')],
];

describe.each(servers)('%s', (_, start) => {
  const { ask } = serve('beside', (upload) => {
    reconfigure(upload);
    return start(upload);
  });
  const byHttps = { headers: { 'X-Forwarded-Proto': 'https' } };

  test('REDIRECT_TO_HTTPS redirects plain HTTP, except behind a proxy and for certificates', async () => {
    const redirect = await ask('/public/index?a=b');
    expect(redirect.status).toBe(301);
    expect(redirect.headers.location).toBe('https://www.example.co.za/public/index?a=b');
    expect((await ask('/public/index', byHttps)).status).toBe(200);
    expect((await ask('/', byHttps)).headers.location).toMatch(/^https:|^\//);
    expect((await ask('/.well-known/acme-challenge/x')).status).toBe(404);
  });

  test('the endpoint answers only under a prefix of several folders', async () => {
    const health = '/services/mail/contact_health.php';
    expect((await ask(health, byHttps)).body).toContain('"status":"ok"');
    expect((await ask('/api/contact_health.php', byHttps)).status).toBe(404);
  });
});
