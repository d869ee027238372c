import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { site } from '#identity/site.ts';
import { readEnvironment, root } from '../../scripts/environment.mjs';
import { contentFaults } from '../../scripts/plugins/content.ts';
import type { Listing, Site } from '../../src/schema.ts';
import * as writing from '../../src/writing.ts';

const { identity } = readEnvironment();

const files = [
  ...filesIn(identity, '.ts'),
  ...filesIn('src/content/words', '.ts'),
  ...filesIn('src/pages', '.ts'),
  ...filesIn('server/forms', '.json'),
];

function filesIn(folder: string, ending: string): string[] {
  return (
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      // a page's form.ts has no text of its own
      .filter((name) => name.endsWith(ending) && !name.endsWith('/form.ts'))
      .map((name) => `${folder}/${name}`)
  );
}

function withContent(file: string, content: unknown): typeof writing {
  const replaced = <Loaders extends object>(loaders: Loaders): Loaders =>
    `/${file}` in loaders ? { ...loaders, [`/${file}`]: async () => content } : loaders;
  return {
    ...writing,
    identity: replaced(writing.identity),
    rules: replaced(writing.rules),
    places: replaced(writing.places),
    words: replaced(writing.words),
  };
}

describe('the build names the file of an empty text:', () => {
  test.each(files)('%s', async (file) => {
    let hasText = false;
    const content = JSON.stringify(await import(/* @vite-ignore */ root + file), (_, value: unknown) => {
      if (hasText || typeof value !== 'string') return value;
      hasText = true;
      return '';
    });
    const faults = await contentFaults(withContent(file, JSON.parse(content)));
    const told = new Set(faults.map((fault) => fault.split(': ', 1)[0]));
    expect([...told]).toEqual(hasText ? [file] : []);
  });
});

describe('the build names the error:', () => {
  const file = (name: string) => `${identity}/${name}`;
  const contentOf = async (name: string) => ({ ...(await import(/* @vite-ignore */ root + name)) });

  test.each<[string, (content: { site: Site; listing: Listing }) => object, string]>([
    [
      'a missing and a misspelt detail',
      ({ site: { slogan: _, ...site }, listing }) => ({ site: { ...site, slogn: 'x' }, listing }),
      'site, slogan is missing. Add it.\nsite, slogn is unknown in this file. Correct its name, or remove it.',
    ],
    [
      'no email address',
      ({ site, listing }) => ({ site: { ...site, email: 'kontak' }, listing }),
      'site, email should be an email address, such as hello@example.co.za.',
    ],
    [
      'no web address',
      ({ site, listing }) => ({
        site: { ...site, socialLinks: [{ network: 'x', label: 'X', href: 'x.example/a' }] },
        listing,
      }),
      'site, socialLinks, entry 1, href should be an address, such as https://www.example.co.za.',
    ],
    [
      'the name of a detail that does not exist',
      ({ site, listing }) => ({ site: { ...site, trade: `We are ${undefined}` }, listing }),
      'site, trade contains "undefined": it names a detail that does not exist. Correct that name.',
    ],
    [
      'a number in quotation marks',
      ({ site, listing }) => ({
        site,
        listing: { ...listing, position: { latitude: '1', longitude: 200 } },
      }),
      'listing, position, latitude should be a number, without quotation marks, and is "1".\nlisting, position, longitude should be at most 180.',
    ],
  ])('%s', async (_, edit, message) => {
    const content = edit((await contentOf(file('site.ts'))) as { site: Site; listing: Listing });
    const faults = await contentFaults(withContent(file('site.ts'), content));
    expect(faults.map((fault) => fault.replace(`${file('site.ts')}: `, '')).join('\n')).toBe(message);
  });

  test('a company without its registration number, and a manual that is not https', async () => {
    const { site, listing } = (await contentOf(file('site.ts'))) as {
      site: Site;
      listing: Listing;
    };
    const { registration: _, ...rest } = { ...site, legalName: 'A (Pty) Ltd' };
    expect(await contentFaults(withContent(file('site.ts'), { site: rest, listing }))).toEqual([
      expect.stringMatching(/site needs registration, .*such as 2019\/123456\/07/),
    ]);
    const manual = { ...site, paiaManual: 'http://a.example/paia.pdf' };
    expect(await contentFaults(withContent(file('site.ts'), { site: manual, listing }))).toEqual([
      expect.stringMatching(/site, paiaManual should be an address that begins with https/),
    ]);
  });

  test.each([
    [{ hosting: { company: 'A' } }, /hosting, country is missing. Add it, for example: country: "South Africa"/],
    ...['hosting', 'email', 'proxy'].map((key): [object, RegExp] => [
      { [key]: { company: 'A', country: 'Kenya', ground: 'consent' } },
      new RegExp(`facts, ${key}, ground should be agreement or contract: .* asks nobody for consent`),
    ]),
    [{ days: { enquiries: 0, backups: 7, mailbox: 7, accessLog: 7 } }, /days, enquiries should be at least/],
  ])('an impossible fact of the privacy notice: %j', async (change, message) => {
    const { facts } = (await contentOf(file('privacy.ts'))) as { facts: object };
    const content = { facts: { ...facts, ...change } };
    expect(await contentFaults(withContent(file('privacy.ts'), content))).toEqual([expect.stringMatching(message)]);
  });

  test('a picture that is not imported, and a service without its summary', async () => {
    const project = {
      ...{ slug: 'a', title: 'A', client: 'A', year: 2026, summary: 'A', method: 'A', figures: [] },
      picture: { file: './photo.jpg', alt: 'A' },
    };
    expect(await contentFaults(withContent(file('projects.ts'), { projects: [project] }))).toEqual([
      expect.stringMatching(/projects\.ts: projects, entry 1, picture, file is not a picture\. Import/),
    ]);
    const faults = await contentFaults(withContent(file('summaries.ts'), { summaries: {} }));
    expect(faults).toContain(`${file('summaries.ts')}: summaries, software is missing. Add it.`);
  });

  test('a price without its amount', async () => {
    const working = { steps: [], people: [], prices: [{ of: 'An hour' }], questions: [] };
    expect(await contentFaults(withContent(file('working.ts'), { working }))).toEqual([
      `${file('working.ts')}: working, prices, entry 1, from is missing. Add it.`,
    ]);
  });

  test.each([
    ['/public/about-us', /place\.ts: path is "\/public\/about-us", which src\/pages\/about-us/],
    ['/elsewhere', /place\.ts: path should begin with \/public\//],
  ])('the address %s of another page', async (path, message) => {
    const file = 'src/pages/privacy/place.ts';
    const place = { ...(await contentOf(file))['default'], path };
    expect(await contentFaults(withContent(file, { default: place }))).toEqual([expect.stringMatching(message)]);
  });

  test('a folder that is not a whole page', async () => {
    const { '/src/pages/privacy/Page.tsx': _, ...pages } = writing.pages;
    const { '/src/pages/services/place.ts': __, ...places } = writing.places;
    expect(await contentFaults({ ...writing, pages, places })).toEqual([
      'src/pages/services has no place.ts.',
      'src/pages/privacy has no Page.tsx.',
    ]);
  });
});

test('every file in the table of docs/editing.md is checked', () => {
  const table = readFileSync(`${root}docs/editing.md`, 'utf8')
    .split('\n\n')
    .find((block) => block.startsWith('| you want to change'));
  const named = [...(table ?? '').matchAll(/`((?:src|server)\/\S+\.(?:ts|json))`/g)].map(([, file = '']) => file);
  expect(named).toContain('src/pages/<page>/words.ts');
  const pages = readdirSync(`${root}src/pages`);
  const written = named
    .map((file) => file.replace('src/identity', identity))
    .flatMap((file) => pages.map((page) => file.replace('<page>', page)))
    .map((file) => file.replace('<form>', 'contact'));
  expect(files).toEqual(expect.arrayContaining(written));
});

test('no other file in src/content contains text for visitors', () => {
  const modules = import.meta.glob('/src/content/*.ts', { eager: true });
  const texts = JSON.stringify(modules).replaceAll(JSON.stringify(site), '');
  expect(texts.match(/"[^"]* [^"]*"/g)).toBeNull();
});
