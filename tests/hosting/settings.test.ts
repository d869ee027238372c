import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import getPort from 'get-port';
import { afterAll, describe, expect, test } from 'vitest';
import { writePublic } from '../../scripts/plugins/upload.ts';
import { serve } from './support/serve.ts';
import { apache, MODULES, nginxWith, type Start } from './support/servers.ts';
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

const certificate = mkdtempSync(`${tmpdir()}/tls-`);
afterAll(() => rmSync(certificate, { recursive: true }));
const [key, chain] = ['key', 'pem'].map((ending) => `${certificate}/tls.${ending}`);
const made = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=loopback';
execFileSync('openssl', [...made.split(' '), '-keyout', `${key}`, '-out', `${chain}`], { stdio: 'ignore' });
const [ofNginx, ofApache] = [await getPort(), await getPort()];
const linesOfNginx = `listen 127.0.0.1:${ofNginx} ssl; ssl_certificate ${chain}; ssl_certificate_key ${key};`;
const linesOfApache = `LoadModule ssl_module ${MODULES}/mod_ssl.so
Listen 127.0.0.1:${ofApache} https
<VirtualHost 127.0.0.1:${ofApache}>
  SSLEngine on
  SSLCertificateFile ${chain}
  SSLCertificateKeyFile ${key}
</VirtualHost>`;

const servers: [name: string, tlsPort: number, start: Start][] = [
  ['nginx', ofNginx, (upload) => nginxWith(upload, undefined, linesOfNginx)],
  ['Apache', ofApache, apache('php-fpm', undefined, linesOfApache)],
];

const statusByTls = (port: number, path: string) =>
  new Promise((resolve, reject) => {
    const asked = get({ host: '127.0.0.1', port, path, rejectUnauthorized: false, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.once('error', reject);
  });

describe.each(servers)('%s', (_, tlsPort, start) => {
  const site = serve('beside', (upload) => {
    reconfigure(upload);
    return start(upload);
  });
  const { ask } = site;
  const byHttps = { headers: { 'X-Forwarded-Proto': 'https' } };

  test('REDIRECT_TO_HTTPS redirects plain HTTP alone, except behind a proxy and for certificates', async () => {
    const redirect = await ask('/public/index?a=b');
    expect(redirect.status).toBe(301);
    expect(redirect.headers.location).toBe('https://www.example.co.za/public/index?a=b');
    expect((await ask('/public/index', byHttps)).status).toBe(200);
    expect(await statusByTls(tlsPort, '/public/index')).toBe(200);
    expect((await ask('/', byHttps)).headers.location).toMatch(/^https:|^\//);
    expect((await ask('/.well-known/acme-challenge/x')).status).toBe(404);
  });

  test('doctor names the address that a redirect leads to', () => {
    expect(site.doctor()).toMatch(/^problem .* redirects to https:\/\/www\.example\.co\.za\/.*\n.*Set SITE_URL/m);
  });

  test('the endpoint answers only under a prefix of several folders', async () => {
    const health = '/services/mail/contact_health.php';
    expect((await ask(health, byHttps)).body).toContain('"status":"ok"');
    expect((await ask('/api/contact_health.php', byHttps)).status).toBe(404);
  });
});
