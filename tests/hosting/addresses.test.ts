import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { writePublic } from '../../scripts/plugins/upload.ts';
import { places } from '../support/places.ts';
import type { Answer } from './support/ask.ts';
import { serve } from './support/serve.ts';
import { apache, nginx, type Start } from './support/servers.ts';
import { Upload } from './support/upload.ts';

/** Below folders that are no pages, and one below a page. */
const nested = ['/public/legal/terms', '/public/legal/rules/posting', '/public/about-us/team', '/public/other/terms'];
const pages = [...places.map(({ path }) => path), ...nested];
const files = ['/public/brochure.pdf', '/public/legal/terms.pdf'];

function withNestedPages(): Upload {
  const upload = new Upload('beside');
  for (const path of nested) {
    mkdirSync(upload.documentRoot + path, { recursive: true });
    writeFileSync(`${upload.documentRoot}${path}/index.html`, '<!doctype html><title>A page of this test</title>');
  }
  for (const path of files) writeFileSync(upload.documentRoot + path, 'A file of this test');
  writePublic(upload.folder, {
    siteUrl: 'http://localhost',
    servicePrefix: '/api',
    toHttps: false,
    toPrivate: '',
  });
  return upload;
}

/** Every selection of the parts, in their order. */
function selections([first, ...rest]: readonly string[]): string[][] {
  return first === undefined ? [[]] : selections(rest).flatMap((some) => [some, [first, ...some]]);
}

const addresses = [
  ...new Set(
    [...pages, ...files].flatMap((path) =>
      selections(path.slice(1).split('/'))
        .map((parts) => `/${parts.join('/')}`)
        .flatMap((less) => [less, less.toUpperCase(), less.replace(/[a-z]/, (letter) => letter.toUpperCase())])
        .flatMap((spelled) => ['', '/', '//', '/index', '/index/', '/index.html'].map((end) => spelled + end)),
    ),
  ),
];

/** The page that an address with fewer parts may mean. */
function meantBy(address: string): string | undefined {
  const typed = address.toLowerCase().replace(/\/+$/, '').slice(1);
  const isShort = (page: string) => selections(page.slice(1).split('/')).some((parts) => parts.join('/') === typed);
  const fits = pages.filter((page) => isShort(page) && page.endsWith(`/${typed.split('/').at(-1)}`));
  return fits.length === 1 ? fits[0] : undefined;
}

/** Asks as a browser does, and follows at most two redirects. */
async function arriveFrom(address: string, asked: (path: string) => Promise<Answer>) {
  let path = address;
  for (let redirects = 0; redirects <= 2; redirects += 1) {
    const { status, headers } = await asked(path);
    if (status !== 301 && status !== 302) return { path, status };
    path = headers.location?.replace(/^http:\/\/[^/]+/, '') ?? '';
  }
  return { path, status: 'redirects' };
}

const servers: [name: string, start: Start][] = [
  ['nginx', nginx],
  ['Apache', apache('php-fpm')],
];

describe.each(servers)('%s', (_, start) => {
  const { ask } = serve('beside', start, withNestedPages);

  test('no address redirects more than twice', async () => {
    for (const address of addresses) {
      const { status } = await arriveFrom(address, ask);
      expect([200, 400, 404], address).toContain(status);
    }
  });

  test('a page is found in any case, with a slash, and without the folders before it', async () => {
    const known = addresses.filter((address) => meantBy(address) !== undefined);
    expect(new Set(known.map(meantBy))).toEqual(new Set(pages));
    for (const address of known) {
      expect(await arriveFrom(address, ask), address).toEqual({ path: meantBy(address), status: 200 });
    }
    for (const path of [...pages, ...files]) expect(await arriveFrom(path, ask)).toEqual({ path, status: 200 });
  });
});
