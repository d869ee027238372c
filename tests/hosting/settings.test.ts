import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { writePublic } from '../../scripts/plugins/upload.ts';
import { endpointPages, securityHeaders } from '../../scripts/serving.ts';
import { serve } from './support/serve.ts';
import { startApache, startNginx, type WebServer } from './support/servers.ts';
import type { Upload } from './support/upload.ts';

/** What a build with other settings would have written. */
function reconfigure({ folder, documentRoot, privateFolder }: Upload): void {
  const siteUrl = 'https://www.example.co.za';
  rmSync(`${documentRoot}/api`, { recursive: true });
  writeFileSync(`${privateFolder}/site.txt`, siteUrl);
  writePublic(folder, {
    headers: securityHeaders([documentRoot, endpointPages], siteUrl),
    servicePrefix: '/services/mail',
    siteUrl,
    toHttps: true,
  });
}

const servers: [name: string, start: (upload: Upload) => Promise<WebServer>][] = [
  ['nginx', startNginx],
  ['Apache', (upload) => startApache(upload, 'php-fpm')],
];

describe.each(servers)('%s', (_, start) => {
  const site = serve('beside', (upload) => {
    reconfigure(upload);
    return start(upload);
  });
  const { ask } = site;
  const byHttps = { headers: { 'X-Forwarded-Proto': 'https' } };

  test('sends visitors from plain HTTP to HTTPS, if told to, but not whom a proxy brought', async () => {
    const redirect = await ask('/public/index?a=b');
    expect(redirect.status).toBe(301);
    expect(redirect.headers.location).toBe('https://www.example.co.za/public/index?a=b');
    expect((await ask('/public/index', byHttps)).status).toBe(200);
    // where certificates are proved
    expect((await ask('/.well-known/acme-challenge/x')).status).toBe(404);
  });

  test('finds the private part from a deeper prefix, and says so where there is none', async () => {
    const health = '/services/mail/contact_health.php';
    expect((await ask(health, byHttps)).body).toContain('"status":"ok"');
    expect((await ask('/api/contact_health.php', byHttps)).status).toBe(404);
    const { folder, privateFolder } = site.upload;
    renameSync(privateFolder, `${folder}/elsewhere`);
    const lost = await ask(health, byHttps);
    expect(lost.status).toBe(500);
    expect(JSON.parse(lost.body)).toMatchObject({ status: 'error', code: 'server_error' });
    const form = await ask('/services/mail/contact_process.php', {
      method: 'POST',
      headers: { ...byHttps.headers, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'name=',
    });
    expect(form.headers['content-type']).toContain('text/plain');
    expect(form.body).toContain('your message was not sent');
  });
});
