import { basename } from 'node:path';
import * as v from 'valibot';
import { isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite';
import type { Place, Presence } from '../../src/content/place.ts';
import type { Listing, Project, Service, Site } from '../../src/identity/types.ts';
import { ToldError } from '../toldError.ts';
import type { SiteBuild } from './siteBuild.ts';

export type Writing = typeof import('../../src/writing.ts');

/*
 * What the files of an editor may say, for whoever is not told by the types: "npm start" and "vite
 * build" go by without them. src/identity/types.ts says what each line is for; "satisfies" holds the
 * two together.
 */

const text = v.pipe(v.string(), v.regex(/\S/, 'is empty. Write it'));
const webAddress = v.pipe(
  text,
  v.regex(
    /^https?:\/\/[^\s/]+\.[^\s/]+/,
    'should be an address, such as https://www.example.co.za',
  ),
);
const phone = v.pipe(
  text,
  v.regex(/^\+\d[\d ]{6,}$/, 'should be a number in international form, such as +27 21 000 0000'),
);
const slug = v.pipe(text, v.regex(/^[\w-]+$/, 'should have letters, digits and hyphens only'));

const site = v.strictObject({
  name: text,
  shortName: text,
  legalName: text,
  registration: v.exactOptional(text),
  slogan: text,
  trade: text,
  summary: text,
  email: v.pipe(text, v.email('should be an e-mail address, such as hello@example.co.za')),
  phone,
  whatsApp: v.lazy((value) => (value === '' ? v.string() : phone)),
  address: v.strictObject({
    street: text,
    town: text,
    province: text,
    postalCode: text,
    country: text,
  }),
  socialLinks: v.array(
    v.strictObject({
      network: v.picklist(['linkedin', 'github', 'facebook', 'instagram', 'x']),
      label: text,
      href: webAddress,
    }),
  ),
}) satisfies v.GenericSchema<unknown, Site>;

const time = v.pipe(
  text,
  v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'should be a time, such as 08:00'),
);
const degrees = (most: number) =>
  v.pipe(
    v.number(),
    v.minValue(-most, `should be at least -${most}`),
    v.maxValue(most, `should be at most ${most}`),
  );

const listing = v.strictObject({
  countryCode: v.pipe(
    text,
    v.regex(/^[A-Z]{2}$/, 'should be the two capital letters of a country, such as ZA'),
  ),
  openingHours: v.array(
    v.strictObject({
      days: v.array(
        v.picklist([
          ...(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const),
          ...(['Saturday', 'Sunday'] as const),
        ]),
      ),
      opens: time,
      closes: time,
    }),
  ),
  position: v.exactOptional(v.strictObject({ latitude: degrees(90), longitude: degrees(180) })),
}) satisfies v.GenericSchema<unknown, Listing>;

const service = v.strictObject({
  slug,
  name: text,
  icon: v.picklist(['code', 'pen', 'phone', 'cloud', 'loop', 'server']),
}) satisfies v.GenericSchema<unknown, Service>;

const webLink = v.strictObject({ text, href: text });
const studyPart = v.variant('kind', [
  v.strictObject({
    kind: v.literal('journey'),
    heading: text,
    text,
    steps: v.array(
      v.strictObject({
        title: text,
        text,
        otherwise: v.exactOptional(v.strictObject({ title: text, text })),
      }),
    ),
  }),
  v.strictObject({
    kind: v.literal('form'),
    heading: text,
    text,
    states: v.array(
      v.strictObject({
        drawing: v.picklist(['empty', 'focused', 'invalid', 'sending', 'sent', 'failed']),
        text,
      }),
    ),
  }),
  v.strictObject({
    kind: v.literal('bars'),
    heading: text,
    text,
    unit: text,
    bars: v.array(v.strictObject({ label: text, value: v.number() })),
    source: v.exactOptional(webLink),
  }),
]);

const project = v.strictObject({
  slug,
  title: text,
  client: text,
  year: v.pipe(v.number(), v.integer('should be a year, such as 2026')),
  summary: text,
  href: v.exactOptional(text),
  picture: v.exactOptional(
    v.strictObject({
      file: v.object(
        {
          src: v.string(),
          width: v.number(),
          height: v.number(),
          sources: v.array(v.object({ type: v.string(), srcSet: v.string() })),
        },
        "is no picture. Import it, as in: import photo from './photo.jpg?picture'",
      ),
      alt: text,
    }),
  ),
  figures: v.array(v.strictObject({ value: text, label: text })),
  method: text,
  source: v.exactOptional(webLink),
  study: v.exactOptional(v.array(studyPart)),
}) satisfies v.GenericSchema<unknown, Project>;

const treeKind = v.exactOptional(
  v.picklist(
    ['services', 'seedling', 'young', 'grown', 'old', 'branch', 'mark'],
    'is none of the trees there are: services, seedling, young, grown, old, branch',
  ),
);

const presence = v.strictObject({
  title: text,
  description: text,
  tree: treeKind,
  path: v.exactOptional(v.undefined()),
}) satisfies v.GenericSchema<unknown, Presence>;

const place = v.strictObject({
  title: text,
  description: text,
  tree: treeKind,
  path: text,
  label: text,
  menu: v.exactOptional(v.number()),
  footer: v.exactOptional(v.number()),
  isUnlisted: v.exactOptional(v.literal(true)),
}) satisfies v.GenericSchema<unknown, Place>;

/** Whatever else a page has: no text in it is missing. */
const words: v.GenericSchema = v.lazy((value) => {
  if (Array.isArray(value)) return v.array(words);
  if (typeof value === 'object' && value !== null) return v.record(v.string(), words);
  // what is counted, or put together of what a visitor does
  return ['number', 'boolean', 'function'].includes(typeof value) ? v.unknown() : text;
});

/** Entries that are told from one another by their slug. */
const listOf = <Entry extends { readonly slug: string }>(entry: v.GenericSchema<unknown, Entry>) =>
  v.pipe(
    v.array(entry),
    v.check(
      (entries) => new Set(entries.map((each) => each.slug)).size === entries.length,
      'has a slug twice. Give each entry its own',
    ),
  );

/** What is wrong with what editors wrote, a line for each fault, with its file. */
export async function contentFaults(writing: Writing): Promise<string[]> {
  const faults: string[] = [];
  async function check(path: string, load: () => Promise<unknown>, schema: v.GenericSchema) {
    const file = path.slice(1);
    const content = await load().catch((error: unknown) => {
      faults.push(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
    });
    if (content === undefined) return;
    const { issues = [] } = v.safeParse(schema, { ...content }, { message: told });
    faults.push(...issues.map((issue) => `${file}: ${pathOf(issue)} ${issue.message}.`));
  }
  const firm = Object.entries(writing.identity);
  const services = v.pipe(listOf(service), v.minLength(1, 'has no entry. Add one'));
  for (const [file, load] of firm) {
    if (basename(file) === 'services.ts') await check(file, load, v.object({ services }));
  }
  if (faults.length > 0) return faults;
  const slugs = (await writing.services()).services.map((each): string => each.slug);
  const eachOf = v.strictObject(Object.fromEntries(slugs.map((name) => [name, text])));
  const schemas: Readonly<Record<string, v.GenericSchema>> = {
    'site.ts': v.object({ site, listing }),
    'summaries.ts': v.object({ summaries: eachOf }),
    'descriptions.ts': v.object({ descriptions: eachOf }),
    'projects.ts': v.object({ projects: listOf(project) }),
  };
  for (const [file, load] of firm) await check(file, load, schemas[basename(file)] ?? words);
  // the words of pages are made with the firm's
  if (faults.length > 0) return faults;
  for (const [file, load] of Object.entries(writing.places)) {
    const schema = v.lazy((value) => (Object(value).path === undefined ? presence : place));
    await check(file, load, v.object({ default: schema }));
  }
  for (const [file, load] of Object.entries(writing.rules)) await check(file, load, words);
  // and with the titles of pages; the form's, with what is said of failures
  if (faults.length > 0) return faults;
  for (const [file, load] of Object.entries(writing.words)) await check(file, load, words);
  return faults;
}

/** Where in its file it is: "socialLinks, entry 2, href". */
const pathOf = ({ path }: v.BaseIssue<unknown>) =>
  (path ?? [])
    .map(({ key }) => (typeof key === 'number' ? `entry ${key + 1}` : String(key)))
    .filter((part, index) => index > 0 || part !== 'default')
    .join(', ');

/** What is said of what has no words of its own. */
function told({ expected, received }: v.BaseIssue<unknown>): string {
  if (expected === 'never')
    return 'is nothing that this file has. Correct its name, or take it out';
  if (received === 'undefined') return 'is missing. Write it';
  const kinds: Readonly<Record<string, string>> = {
    string: 'a text, between quotation marks',
    number: 'a number, without quotation marks',
    Array: 'a list, between [ and ]',
    Object: 'a group of lines, between { and }',
  };
  return `should be ${kinds[expected ?? ''] ?? expected?.replaceAll('|', 'or')}, and is ${received}`;
}

/** Checks what editors wrote before a page is made of it; "npm run dev" says it over the page, at each change. */
export function content(siteBuild: SiteBuild): Plugin[] {
  async function check(writing: Writing): Promise<void> {
    const faults = await contentFaults(writing);
    if (faults.length === 0) return;
    throw new ToldError(`What the site says has faults:\n  ${faults.join('\n  ')}`);
  }
  /** As it is by now. */
  async function checkAnew({ environments: { ssr }, config }: ViteDevServer): Promise<void> {
    if (!isRunnableDevEnvironment(ssr)) return;
    ssr.moduleGraph.invalidateAll();
    ssr.runner.clearCache();
    await check(await ssr.runner.import('/src/writing.ts')).catch((error: Error) => {
      config.logger.error(error.message);
      throw error;
    });
  }
  return [
    {
      name: 'content',
      apply: 'build',
      applyToEnvironment: ({ name }) => name === 'prerender',
      writeBundle: async () => check(await siteBuild.writing()),
    },
    {
      name: 'content:dev',
      apply: 'serve',
      applyToEnvironment: ({ name }) => name === 'client',
      configureServer(server) {
        const { hot } = server.environments.client;
        hot.on('vite:client:connect', () =>
          checkAnew(server).catch(({ message }: Error) => {
            hot.send({ type: 'error', err: { message, stack: '' } });
          }),
        );
      },
      // where it throws, the page stays as it was, under what is said
      hotUpdate: ({ file, server }) =>
        /\.(?:ts|json)$/.test(file) ? checkAnew(server) : undefined,
    },
  ];
}
