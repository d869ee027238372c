import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { configuration, tokenNotice, writePublic } from '../../scripts/plugins/upload.ts';
import { POLICY, SCRIPTS, securityHeaders } from '../../scripts/serving.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const settings = {
  servicePrefix: '/services/mail',
  siteUrl: 'https://www.example.co.za',
  toHttps: true,
  toPrivate: '',
  likelyAddresses: [{ from: 'about/*$', to: '/public/about' }],
  folders: ['public', '.well-known'],
  headers: { 'X-One': "'self' <&>", 'X-Two': 'two' },
};

test.each(['htaccess', 'site.conf', 'server.conf'] as const)('%s is filled in, and answers for PHP', (template) => {
  const text = configuration(template, settings);
  expect(text).not.toMatch(/\{\{|\}\}|&(?:amp|lt|#39);/);
  if (template === 'server.conf') {
    expect(text).toContain('server_name www.example.co.za;');
    return;
  }
  for (const script of SCRIPTS) expect(text).toContain(script.replace(/\.php$/, ''));
  // tests/hosting cannot wait for each of them
  for (const status of [413, 502, 503, 504]) {
    for (const ending of template === 'htaccess' ? ['json', 'txt'] : ['\\$read_by']) {
      expect(text).toMatch(new RegExp(`^ *(?:ErrorDocument|error_page) (?:\\d+ )*${status} .*\\.${ending};?$`, 'm'));
    }
  }
  expect(text).toContain(`X-One "'self' <&>"`);
  expect(text).toContain('https://www.example.co.za');
  expect(configuration(template, { ...settings, toHttps: false })).not.toContain('example.co.za');
});

test('a build ends with a new HEALTH_TOKEN, unless .env has one', () => {
  const [first, second] = [tokenNotice({}).at(-1), tokenNotice({ HEALTH_TOKEN: '' }).at(-1)];
  expect(first).toMatch(/^HEALTH_TOKEN=[0-9a-f]{64}$/);
  expect(second).not.toBe(first);
  expect(tokenNotice({ HEALTH_TOKEN: 'of-the-operator' })).toEqual([]);
});

test('builds whose pages have other inline styles get the same configuration', () => {
  const configurationOf = (style: string) => {
    const folder = temporaryFolder();
    mkdirSync(`${folder}/www/public/index`, { recursive: true });
    writeFileSync(`${folder}/www/public/index/index.html`, `<style>${style}</style>`);
    writePublic(folder, settings);
    return ['www/.htaccess', 'nginx/site.conf', 'nginx/server.conf'].map((file) =>
      readFileSync(`${folder}/${file}`, 'utf8'),
    );
  };
  expect(configurationOf('h1 { color: red }')).toEqual(configurationOf('h1 { color: blue }'));
});

// tests/hosting expects the product's own values of every answer
test('no page can be framed, sniffed or opened without encryption, nor load anything from elsewhere', () => {
  const headers = {
    'Strict-Transport-Security': 'max-age=31536000',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    // without one, an older browser would send a form with "Origin: null"
    'Referrer-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
  expect(securityHeaders('https://www.firm.example')).toEqual(headers);
  const { 'Strict-Transport-Security': _, ...plain } = headers;
  expect(securityHeaders('http://www.firm.example')).toEqual(plain);
  const nothing = [
    'media-src',
    'object-src',
    'frame-src',
    'worker-src',
    'base-uri',
    'frame-ancestors',
    'trusted-types',
  ];
  const own = ['font-src', 'connect-src', 'manifest-src', 'form-action'];
  const policy = POLICY.page.split('; ').sort();
  expect(policy).toEqual(
    [
      "img-src 'self' data:",
      "require-trusted-types-for 'script'",
      ...nothing.map((name) => `${name} 'none'`),
      ...own.map((name) => `${name} 'self'`),
    ].sort(),
  );
  expect(POLICY.rest).toBe("default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'");
});
