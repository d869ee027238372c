import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  parseEnvironment,
  readSettings,
  readVariables,
  root,
  SETTINGS,
  settingLine,
} from '../../scripts/environment.mjs';
import { endpointEnvironment, writeForConsole } from '../../scripts/mailSide.ts';
import contract from '../contract/env.json' with { type: 'json' };

test('every setting has a default', () => {
  expect(parseEnvironment({})).toEqual({
    servicePrefix: '/api',
    identity: 'src/identity',
    siteUrl: 'https://kokerboom.example',
    toHttps: false,
    ...{ www: 'www', privateFolder: 'private', toPrivate: '' },
  });
});

test('a redirect to HTTPS needs an address with HTTPS', () => {
  const settings = { REDIRECT_TO_HTTPS: 'yes', SITE_URL: 'http://www.firm.example' };
  expect(() => parseEnvironment(settings)).toThrow('then SITE_URL must begin with https:');
});

test('one message names every invalid variable', () => {
  const bad = {
    IDENTITY: '../elsewhere',
    SERVICE_PREFIX: 'api/',
    SITE_URL: 'www.example.com/',
    REDIRECT_TO_HTTPS: 'always',
  };
  const parse = () => parseEnvironment(bad);
  for (const key of Object.keys(bad)) expect(parse).toThrow(new RegExp(`- ${key} is`));
});

test('.env.example has every setting, with its default', () => {
  const { values: example } = readSettings(readFileSync(`${root}.env.example`), '.env.example');
  expect(parseEnvironment(example)).toEqual(parseEnvironment({}));
  expect(Object.keys(example)).toEqual(expect.arrayContaining(Object.keys(SETTINGS)));
});

test.each(['https://x?y="><', 'https://[', 'https://example.com/', 'ftp://example.com'])(
  '%j is not an origin',
  (siteUrl) => {
    expect(() => parseEnvironment({ SITE_URL: siteUrl })).toThrow(/SITE_URL is .* without a slash at its end/);
  },
);

test.each([
  ['public_html', 'private', '../private'],
  ['second.example/', 'second.example/private', 'private'],
  ['.', 'private', 'private'],
  ['sites/second', 'private-second', '../../private-second'],
])('DEPLOY_WWW %s and DEPLOY_PRIVATE %s', (DEPLOY_WWW, DEPLOY_PRIVATE, toPrivate) => {
  expect(parseEnvironment({ DEPLOY_WWW, DEPLOY_PRIVATE }).toPrivate).toBe(toPrivate);
});

test('the folder private is not elsewhere in the document root, where visitors could read it', () => {
  const settings = { DEPLOY_WWW: 'public_html', DEPLOY_PRIVATE: 'public_html/other' };
  expect(() => parseEnvironment(settings)).toThrow('there it must be "public_html/private"');
  expect(() => parseEnvironment({ DEPLOY_PRIVATE: '../private' })).toThrow('DEPLOY_PRIVATE');
});

test.each(contract)('.env: $is', ({ lines, value, line }) => {
  const { values, faults } = readSettings(Buffer.from(lines), '.env');
  if (line === undefined) {
    expect([values['SMTP_PASSWORD'], faults]).toEqual([value, []]);
    const written = settingLine('SMTP_PASSWORD', value);
    expect(readSettings(Buffer.from(written), '.env').values).toEqual({ SMTP_PASSWORD: value });
  } else {
    expect(faults[0]).toMatch(new RegExp(`^\\.env, line ${line}\\b`));
    expect(faults.join()).not.toContain('marula');
  }
});

test('.env: another encoding is one error', () => {
  for (const encoding of ['utf16le', 'latin1'] as const) {
    const content = Buffer.from('SMTP_PASSWORD=Käse\nSMTP_PORT=25\n', encoding);
    expect(readSettings(content, '.env').faults).toEqual(['.env is not saved as UTF-8. Save it as UTF-8.']);
  }
});

test('npm start and the console use no mail server, webhook or database of the host', () => {
  const folder = mkdtempSync(`${tmpdir()}/console-`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const ofHost = ['SMTP_PASSWORD', 'MAIL_FROM', 'MAIL_TO', 'ALERT_TO', 'WEBHOOK_URL', 'DATABASE_URL', 'DATA_ID'];
  writeFileSync(
    `${folder}/.env`,
    ['RATE_LIMIT=7', 'DELIVERY_PER_HOUR=9', ...ofHost.map((name) => `${name}=of-the-host`)].join('\n'),
  );
  vi.stubEnv('ENV_FILE', `${folder}/.env`);
  vi.stubEnv('DELIVERY_PER_HOUR', '8');
  try {
    expect(readVariables()).toMatchObject({ RATE_LIMIT: '7', DELIVERY_PER_HOUR: '8', WEBHOOK_URL: 'of-the-host' });
    const env = { ...endpointEnvironment(2525), HEALTH_TOKEN: `it's # "${'k'.repeat(32)}`, DEPLOY_PASSWORD: 'secret' };
    writeForConsole(env, `${folder}/server/data`);
    const file = `${folder}/server/data/npm-start.env`;
    const { values, faults } = readSettings(readFileSync(file), file);
    expect(faults).toEqual([]);
    expect(values).toMatchObject({ SMTP_PORT: '2525', MAIL_TO: 'sales@firm.example', HEALTH_TOKEN: env.HEALTH_TOKEN });
    expect(values).not.toHaveProperty('DEPLOY_PASSWORD');
    expect(values).toMatchObject({ RATE_LIMIT: '7', DELIVERY_PER_HOUR: '0' });
    expect(Object.values(values)).not.toContain('of-the-host');
    expect(statSync(file).mode & 0o077).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
