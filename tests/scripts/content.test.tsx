import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listing, site } from '#identity/site.ts';
import { readEnvironment, root } from '../../scripts/environment.mjs';
import { content, contentFaults } from '../../scripts/plugins/content.ts';
import { hasNews } from '../../scripts/plugins/news.ts';
import { hashedClaims, sampleLines } from '../../scripts/plugins/sample.ts';
import { SiteBuild } from '../../scripts/plugins/siteBuild.ts';
import privacyPlace from '../../src/pages/privacy/place.ts';
import type { Site } from '../../src/prerender/schema.ts';
import * as writing from '../../src/prerender/writing.ts';

const { identity } = readEnvironment();
const firm: Site = site;
// a firm edits it in place
const isSample = identity === 'src/identity' && firm.name === 'Kokerboom Software';

const files = [
  ...filesIn(identity, '.ts'),
  ...filesIn('src/content/words', '.ts'),
  ...filesIn('src/pages', '.ts'),
  ...filesIn('server/forms', '.json'),
]
  // the build checks the patterns of these (formFiles.mjs)
  .filter((file) => !/^server\/forms\/(?:suggestions|text)\.json$/.test(file))
  // without a post, there are no such pages
  .filter((file) => hasNews(identity) || !/\/pages\/news/.test(file))
  // a page's other files have no texts of their own
  .filter((file) => !/\/pages\/[^/]+\/(?!(?:places?|words)\.ts$)/.test(file));

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);
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
    const content = JSON.stringify(await import(/* @vite-ignore */ root + file), (name, value: unknown) => {
      // an imported picture has an address, which is no text of the editor
      if (hasText || name === 'src' || typeof value !== 'string') return value;
      hasText = true;
      return '';
    });
    const faults = await contentFaults(withContent(file, JSON.parse(content)));
    const told = new Set(faults.map((fault) => fault.split(': ', 1)[0]));
    expect([...told]).toEqual(hasText ? [file] : []);
  });
});

const uk = { company: 'A', country: 'UK' };
const consent = { ...uk, country: 'Kenya', ground: 'consent', keeps: 'for a year' };
const days = { enquiries: 30, backups: 7, mailbox: 7, accessLog: 7 };
const project = { slug: 'a', title: 'A', client: 'A', year: 2026, summary: 'A', method: 'A', figures: [] };
const link = (network: string, href: string) => ({ socialLinks: [{ network, label: 'X', href }] });
const picture = { file: './photo.jpg', alt: 'A' };
const service = { slug: 'a', name: 'A', summary: 'A', description: 'A' };
const hours = { days: ['Monday'], opens: '17:00', closes: '08:00' };

/** Rows: what a file exports, what is changed in it (undefined removes a detail), and what the build says. */
const errors: Readonly<Record<string, readonly [name: string, change: object, message: string | RegExp][]>> = {
  [`${identity}/site.ts`]: [
    ['site', { slogan: undefined, slogn: 'x' }, /^site, slogan is missing\. Add it\.\nsite, slogn is unknown in this/],
    ['site', { email: 'kontak' }, 'site, email should be an email address, such as hello@example.co.za.'],
    ['site', link('x', 'x.example/a'), /^site, socialLinks, entry 1, href should be an address, such as https:/],
    ['site', link('twitter', 'https://x.example'), /^site, .*, network should be one of facebook, .*\. Leave it out/],
    ['site', { trade: `We are ${undefined}` }, /^site, trade contains "undefined": it names a detail that does not/],
    ['site', { legalName: 'A (Pty) Ltd', registration: undefined }, /^site needs registration, .*2019\/123456\/07/],
    ['site', { legalName: 'Moloi Inc.', registration: undefined }, /^site needs registration, /],
    ['site', { whatsApp: '082 123 4567' }, /^site, whatsApp should be a number in international form, such as \+27/],
    ['site', { alsoIn: { language: 'Zulu', text: 'A' } }, /^site, alsoIn, language should be the letters of/],
    ['site', { phone: '021 000 0000' }, /^site, phone should be a number in international form, such as \+27/],
    ['site', { paiaManual: 'http://a.example/x.pdf' }, /^site, paiaManual should be an address that begins with https/],
    [
      'listing',
      { position: { latitude: '1', longitude: 20 } },
      /should be a number, without quotation marks, and is "1"/,
    ],
    ['listing', { type: 'a plumber' }, /^listing, type should be a type of business of schema.org/],
    [
      'listing',
      { openingHours: [hours] },
      'listing, openingHours, entry 1 should close after it opens, and before midnight.',
    ],
    [
      'listing',
      { openingHours: [{ ...hours, closes: '24:00' }] },
      /^listing, .*, closes should be a time, such as 08:00/,
    ],
    ['listing', { openingHours: [], answersInWorkingDays: 1 }, /^listing needs openingHours, because answersIn/],
    ['listing', { branches: [{ name: 'Paarl' }] }, /^listing, branches, entry 1, phone is missing\. Add it\./],
    ['listing', { position: { latitude: 1, longitude: 200 } }, /^listing, position, longitude should be at most 180\./],
  ],
  [`${identity}/privacy.ts`]: [
    ['facts', { hosting: { company: 'A' } }, /^facts, hosting, country is missing. Add it, .*country: "South Africa"/],
    ...['hosting', 'email', 'proxy'].map((key): [string, object, RegExp] => [
      'facts',
      { [key]: consent },
      new RegExp(`^facts, ${key}, ground should be agreement or contract: .* asks nobody for consent`),
    ]),
    [
      'facts',
      { hosting: { ...uk, country: 'Switzerland' } },
      /^facts, hosting needs ground, because "Switzerland" is not in the list .* \(NL, Holland\), .* \(UK, GB/,
    ],
    ['facts', { proxy: uk }, 'facts, proxy, keeps is missing. Add it.'],
    ['facts', { others: [{ ...uk, does: 'helps', keeps: '1 year' }] }, /keeps should complete the/],
    [
      'facts',
      { others: [{ ...consent, does: 'sends our newsletter' }], sendsMarketing: false },
      /^facts needs sendsMarketing: true/,
    ],
    ['facts', { days: { ...days, enquiries: 29 } }, /enquiries should be at least 30 days/],
    ['facts', { days: { ...days, backups: 2 } }, /backups should be at least 3 days/],
  ],
  [`${identity}/projects.ts`]: [
    [
      'projects',
      { 0: { ...project, pictures: [picture] } },
      /^projects, entry 1, pictures, entry 1, file is not a picture\. Import/,
    ],
  ],
  [`${identity}/services.ts`]: [
    ['services', { length: 0 }, 'services has no entries. Add one.'],
    ['services', { 0: service, 1: service }, 'services has the same slug twice. Give each entry its own.'],
    ['services', { 0: { slug: 'a', name: 'A', summary: 'A' } }, 'services, entry 1, description is missing. Add it.'],
  ],
  [`${identity}/working.ts`]: [
    ['working', { prices: [{ of: 'An hour' }] }, 'working, prices, entry 1, from is missing. Add it.'],
  ],
  'src/pages/privacy/place.ts': [
    ['default', { path: '/public/index' }, /^path is "\/public\/index", which src\/pages\/home/],
    ['default', { path: '/elsewhere' }, /^path should begin with \/public\//],
    ['default', { form: 'contact' }, /^form is "contact", which src\/pages\/contact-us\/place\.ts has too\. /],
    ['default', { form: 'nowhere' }, 'form is "nowhere", which is not a folder in server/forms. Correct the name.'],
  ],
};

describe.each(Object.entries(errors))('the build names the error in %s:', (file, rows) => {
  test.each(rows)('%s %j', async (name, change, message) => {
    const content = structuredClone({ ...(await import(/* @vite-ignore */ root + file)) });
    Object.assign(content[name], change);
    const faults = await contentFaults(withContent(file, JSON.parse(JSON.stringify(content))));
    const told = faults.map((fault) => fault.replace(`${file}: `, '')).join('\n');
    if (typeof message === 'string') expect(told).toBe(message);
    else expect(told).toMatch(message);
  });
});

test('the build names a map that shows a hidden street', async () => {
  const hidden = {
    site: { ...firm, address: { ...firm.address, hidesStreet: true } },
    listing: { ...listing, map: 'https://maps.example/firm' },
  };
  expect(await contentFaults(withContent(`${identity}/site.ts`, hidden))).toEqual([
    `${identity}/site.ts: has hidesStreet in address, and position or map in listing, which show the street. Remove them.`,
  ]);
});

test('the build names a folder that is not a whole page', async () => {
  const { '/src/pages/privacy/Page.tsx': _, ...pages } = writing.pages;
  const { '/src/pages/home/place.ts': __, ...places } = writing.places;
  expect(await contentFaults({ ...writing, pages, places })).toEqual([
    'src/pages/home has no place.ts.',
    'src/pages/privacy has no Page.tsx.',
  ]);
});

test('the build names two folders with the same name', async () => {
  const pages = { ...writing.pages, '/firm/pages/privacy/Page.tsx': async () => ({}) };
  const places = { ...writing.places, '/firm/pages/privacy/place.ts': async () => ({ default: privacyPlace }) };
  expect(await contentFaults({ ...writing, pages, places })).toEqual([
    'src/pages/privacy and firm/pages/privacy have the same name. Rename one of these folders.',
  ]);
});

test('the build names two pages from data with the same address', async () => {
  const post = { path: '/public/news/a', label: 'A', title: 'A', description: 'A' };
  const pages = { ...writing.pages, '/firm/pages/post/Page.tsx': async () => ({}) };
  const places = { ...writing.places, '/firm/pages/post/places.ts': async () => ({ default: { a: post, b: post } }) };
  expect(await contentFaults({ ...writing, pages, places })).toEqual([
    'firm/pages/post/places.ts: path is "/public/news/a", which firm/pages/post/places.ts has too. Give each page its own.',
  ]);
});

test('the build names a form without a page', async () => {
  const rules = { ...writing.rules, '/server/forms/lonely/form.json': async () => ({ title: 'Lonely' }) };
  expect(await contentFaults({ ...writing, rules })).toEqual([
    "server/forms/lonely has no page. Write form: 'lonely' in the place.ts of its page.",
  ]);
});

test('the build names a page that imports the form.json of another form', async () => {
  const file = 'server/forms/contact/form.json';
  const ofAnother = structuredClone({ ...(await import(/* @vite-ignore */ root + file)) });
  expect(await contentFaults(withContent(file, ofAnother))).toEqual([
    `src/pages/contact-us/form.ts: form.json is of another form. Import it from server/forms/contact.`,
  ]);
});

/** Rows: what another firm writes into the light scheme or the dark one, and what the build says about the contrast. */
const palettes = [
  ['light', 'ink', '#8a7f99', /ink \(text, #8a7f99\) and --paper .* in the light .* need 7:1\./],
  ['light', 'rust', '#e1b12c', /rust \(links, #e1b12c\) and --paper .* 1\.\d\d:1 in the light .* need 7:1\./],
  ['light', 'rust', '#e1b12c', /rust \(buttons, #e1b12c\) and --on-rust .* 1\.\d\d:1 in the light .* need 7:1\./],
  ['light', 'rust', '#e1b12c', /rust \(links, #e1b12c\) and the white of the mail .* 1\.99:1 .* need 7:1\./],
  ['light', 'control', '#c0c0c0', /control \(borders of fields, #c0c0c0\) and --paper .* need 3:1\./],
  ['light', 'on-band', '#8a7f99', /on-band \(text, #8a7f99\) and --band .* in the light .* need 7:1\./],
  ['light', 'band-aloe', '#46405a', /band-aloe \(leaves, #46405a\) and --band .* in the light .* need 3:1\./],
  ['light', 'aloe', '#c0d8c8', /aloe \(success and leaves, #c0d8c8\) and --sand .* in the light .* need 3:1\./],
  ['light', 'danger', '#d06070', /danger \(errors, #d06070\) and --paper .* in the light .* need 7:1\./],
  ['light', 'root', '#e0b090', /root \(roots, .*, #e0b090\) and --paper .* in the light .* need 3:1\./],
  ['dark', 'muted', '#707070', /muted \(secondary text, #707070\) and --sand .* in the dark .* need 7:1\./],
] as const;

type Change = readonly [scheme: 'light' | 'dark', token: string, value: string];

async function paletteWith(...changes: readonly Change[]) {
  const [[file, load] = ['', async () => '']] = Object.entries(writing.palette);
  const parts = (await load()).split('prefers-color-scheme: dark');
  for (const [scheme, token, value] of changes) {
    const at = scheme === 'light' ? 0 : 1;
    parts[at] = (parts[at] ?? '').replace(new RegExp(`(--${token}: *)[^;]*`), `$1${value}`);
  }
  const palette = { [file]: async () => parts.join('prefers-color-scheme: dark') };
  return (await contentFaults({ ...writing, palette })).join('\n');
}

test.each(palettes)('the build measures colours: %s %s %s', async (scheme, token, value, message) => {
  const told = await paletteWith([scheme, token, value]);
  expect(told).toMatch(message);
  expect(told).toContain(`${identity}/palette.css: --${token}`);
  const [, nearest = ''] = new RegExp(`${message.source} .* is (#\\w{6})`).exec(told) ?? [];
  // with a light colour that is new, the dark one may be an error
  const rest = await paletteWith([scheme, token, nearest]);
  expect(rest).not.toContain(`in the ${scheme} scheme and need`);
});

test.runIf(isSample)(
  'the build proposes a dark accent in place of the sample firm’s, and none that is neutral',
  async () => {
    const light: Change[] = ['rust', 'root', 'band'].map((token) => ['light', token, '#0b2a5b']);
    const told = (await paletteWith(...light, ['light', 'muted', '#3f4c5c'])).split('\n');
    expect(told).toHaveLength(light.length);
    const proposed = told.map((line): Change => {
      const [, token = '', value = ''] = /such as --([\w-]+): (#\w{6});$/.exec(line) ?? [];
      return ['dark', token, value];
    });
    expect(proposed.map(([, token]) => token)).toEqual(['rust', 'root', 'band']);
    expect(await paletteWith(...light, ...proposed)).toBe('');
  },
);

describe.runIf(isSample)('of the sample firm', () => {
  test('scripts/sample.json has each claim (vitest --update renews it)', async () => {
    const hashes = `${JSON.stringify(await hashedClaims(writing, identity), null, 2)}\n`;
    await expect(hashes).toMatchFileSnapshot('../../scripts/sample.json');
  });

  test('the build names what is left, and one line is enough for an untouched copy', async () => {
    expect(await sampleLines(writing, identity)).toEqual([
      'This is the sample firm. To make it yours: docs/editing.md',
    ]);
    const [[file, load] = ['', async () => '']] = Object.entries(writing.palette);
    const palette = { [file]: async () => (await load()).replaceAll(/#[0-9a-f]{6}/g, '#123456') };
    const others = { ...withContent(`${identity}/home.ts`, { home: { lead: 'We cook.' } }), palette };
    const told = (await sampleLines(others, identity)).join('\n');
    expect(told).toMatch(/site\.ts: name; .*alsoIn, text/);
    expect(told).toContain(`${identity}/face/mark.svg`);
    expect(told).toMatch(/privacy\.ts: .*informationOfficer/);
    expect(told).not.toMatch(/home\.ts|palette\.css/);
    // at the end of a build
    const siteBuild = Object.assign(new SiteBuild(), {
      writing: async () => others,
      renderer: async () => ({ listing }),
    });
    const [plugin] = content(siteBuild, { ...readEnvironment(), siteUrl: 'https://kokerboom.example' });
    const warned: string[] = [];
    const logger = { warn: (line: string) => warned.push(line) };
    await Object(plugin?.buildApp).handler({ config: { logger } });
    expect(warned).toEqual([told, expect.stringMatching(/^Set SITE_URL in \.env: .* https:\/\/kokerboom\.example\.$/)]);
    const accepted = { accepted: [site.name, 'face/mark.svg'] };
    const own = { ...others, ...withContent(`${identity}/accepted.ts`, accepted), palette };
    const rest = (await sampleLines(own, identity)).join('\n');
    expect(rest).not.toMatch(/site\.ts: name;|mark\.svg/);
    expect(rest).toMatch(/site\.ts: shortName;/);
  });
});

test.skipIf(identity === 'src/identity')('another firm has nothing of the sample firm', async () => {
  expect(await sampleLines(writing, identity)).toEqual([]);
});

test('the build names a colour that it cannot read', async () => {
  expect(await paletteWith(['light', 'root', 'teal'])).toMatch(/--root is missing or is not written with six digits/);
});

test('every file that docs/editing.md lists is checked', () => {
  const list = readFileSync(`${root}docs/editing.md`, 'utf8')
    .split(/^## /m)
    .find((section) => section.startsWith('Which file'));
  const named = [...(list ?? '').matchAll(/`((?:src|server)\/\S+\.(?:ts|json))`/g)].map(([, file = '']) => file);
  expect(named).toContain('src/pages/<page>/words.ts');
  const pages = readdirSync(`${root}src/pages`).filter(
    (page) => existsSync(`${root}src/pages/${page}/place.ts`) && (hasNews(identity) || page !== 'news'),
  );
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
