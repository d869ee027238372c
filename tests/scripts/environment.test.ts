import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { parseEnvironment, root, SETTINGS } from '../../scripts/environment.mjs';

test('every setting has a default', () => {
  expect(parseEnvironment({})).toEqual({
    servicePrefix: '/api',
    identity: 'src/identity',
    siteUrl: 'https://kokerboom.example',
    toHttps: false,
    ...{ www: 'www', privateFolder: 'private', toPrivate: '' },
  });
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
  const example = parseEnv(readFileSync(`${root}.env.example`, 'utf8'));
  expect(parseEnvironment(example)).toEqual(parseEnvironment({}));
  expect(Object.keys(example)).toEqual(expect.arrayContaining(Object.keys(SETTINGS)));
});

test.each(['https://x?y="><', 'https://[', 'https://example.com/', 'ftp://example.com'])(
  '%j is not an origin',
  (siteUrl) => {
    expect(() => parseEnvironment({ SITE_URL: siteUrl })).toThrow(/SITE_URL is/);
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
