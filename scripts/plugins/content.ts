import { basename } from 'node:path';
import * as v from 'valibot';
import { isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite';
import * as schema from '../../src/prerender/schema.ts';
import { BuildError } from '../buildError.ts';
import type { Environment } from '../environment.mjs';
import { checkForms } from '../formFiles.mjs';
import { paletteFaults } from './contrast.ts';
import { postFaults } from './news.ts';
import { promiseNotices } from './promise.ts';
import { brokenImports } from './removedPages.ts';
import { acceptedBy, isSampleColour, sampleLines } from './sample.ts';
import type { SiteBuild, Writing } from './siteBuild.ts';
import { sourceFaults } from './sources.ts';

/** Checks editors' files before a build, and after each change on the dev server. */
export function content(siteBuild: SiteBuild, settings: Environment): Plugin[] {
  return [
    {
      name: 'content',
      apply: 'build',
      applyToEnvironment: ({ name }) => name === 'prerender',
      buildStart: () => checkCode(settings),
      writeBundle: async () => check(await siteBuild.writing()),
      buildApp: {
        order: 'post',
        handler: async ({ config: { logger } }) => {
          for (const line of await notices(siteBuild, settings)) logger.warn(line);
        },
      },
    },
    {
      name: 'content:dev',
      apply: 'serve',
      applyToEnvironment: ({ name }) => name === 'client',
      configureServer(server) {
        const { hot } = server.environments.client;
        hot.on('vite:client:connect', () =>
          checkAnew(server, settings).catch(({ message }: Error) => {
            hot.send({ type: 'error', err: { message, stack: '' } });
          }),
        );
      },
      // after an error, the dev server keeps showing the last valid page below the message
      hotUpdate: ({ file, server }) =>
        /\.(?:ts|json)$|\/palette\.css$/.test(file) ? checkAnew(server, settings) : undefined,
    },
  ];
}

/** Before the code is bundled, which stops at these errors with a stack. */
export async function checkCode({ identity }: Environment): Promise<void> {
  const unread = [...sourceFaults(identity), ...postFaults(identity)];
  const faults = unread.length > 0 ? unread : brokenImports(identity);
  if (faults.length > 0) throw new BuildError(`Correct these errors:\n  ${faults.join('\n  ')}`);
  try {
    await checkForms();
  } catch (error) {
    throw new BuildError(error instanceof Error ? error.message : String(error));
  }
}

export async function check(writing: Writing): Promise<void> {
  const faults = await contentFaults(writing);
  if (faults.length > 0) {
    throw new BuildError(`Correct these errors:\n  ${faults.join('\n  ')}`);
  }
}

async function checkAnew({ environments: { ssr }, config }: ViteDevServer, settings: Environment): Promise<void> {
  if (!isRunnableDevEnvironment(ssr)) return;
  ssr.moduleGraph.invalidateAll();
  ssr.runner.clearCache();
  try {
    await checkCode(settings);
    await check(await ssr.runner.import('/src/prerender/writing.ts'));
  } catch (error) {
    config.logger.error(error instanceof Error ? error.message : String(error));
    throw error;
  }
}

/** Reminders at the end of a build, such as remaining sample details. */
async function notices(siteBuild: SiteBuild, { identity, siteUrl }: Environment): Promise<string[]> {
  const { listing } = await siteBuild.renderer();
  const samples = await sampleLines(await siteBuild.writing(), identity);
  return [
    ...(identity === 'src/identity' ? [] : [`This build shows the firm of ${identity}.`]),
    ...promiseNotices(listing),
    ...(samples.length > 0 ? [samples.join('\n')] : []),
    ...(samples.length !== 1 && new URL(siteUrl).hostname === 'kokerboom.example'
      ? [`Set SITE_URL in .env: link previews and the sitemap name ${siteUrl}.`]
      : []),
  ];
}

/** The exports of each file of an identity. */
const identityFiles: Readonly<Record<string, v.GenericSchema>> = {
  'site.ts': schema.siteFile,
  'services.ts': v.object({ services: schema.services }),
  'home.ts': v.object({ home: schema.home }),
  'working.ts': v.object({ working: schema.working }),
  'projects.ts': v.object({ projects: schema.projects }),
  'privacy.ts': v.object({ facts: schema.privacyFacts }),
  'preview.ts': v.looseObject({ preview: v.looseObject({ alt: schema.words }) }),
  'hero.ts': v.object({ hero: schema.picture }),
};

type Files = Readonly<Record<string, () => Promise<unknown>>>;
type SchemaOf = (name: string) => v.GenericSchema | undefined;

/** @returns a line for each error, with its file */
export async function contentFaults(writing: Writing): Promise<string[]> {
  const { identity, pages, places, rules, words } = writing;
  // each stage imports what the one before has checked
  const stages: readonly (() => string[] | Promise<string[]>)[] = [
    () => folderFaults(Object.keys(pages), Object.keys(places)),
    () => faultsOf(identity, (name) => identityFiles[name] ?? schema.words),
    () => faultsOf(places, (name) => v.object({ default: name === 'places.ts' ? schema.places : placeOrPresence })),
    () => sharedFaults(places),
    () => coloursFaults(writing),
    () => faultsOf(rules, () => schema.words),
    () => formFaults(writing),
    () => faultsOf(words, () => schema.words),
  ];
  for (const stage of stages) {
    const faults = await stage();
    if (faults.length > 0) return faults;
  }
  return [];
}

const placeOrPresence = v.lazy((value) => (Object(value).path === undefined ? schema.presence : schema.place));

async function faultsOf(files: Files, schemaOf: SchemaOf): Promise<string[]> {
  const faults: string[] = [];
  for (const [path, load] of Object.entries(files)) {
    const file = path.slice(1);
    const content = schemaOf(basename(file));
    if (content === undefined) continue;
    try {
      const written: unknown = await load();
      const { issues = [] } = v.safeParse(content, { ...Object(written) }, { message: messageOf });
      faults.push(...issues.map((issue) => `${file}: ${[pathOf(issue), issue.message].filter(Boolean).join(' ')}.`));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      faults.push(`${file} cannot be read: ${message}`);
    }
  }
  return faults;
}

const folderOf = (file: string) => file.slice(1, file.lastIndexOf('/'));

function folderFaults(pages: readonly string[], places: readonly string[]): string[] {
  const withPage = pages.map(folderOf);
  const withPlace = places.map(folderOf);
  return [
    ...withPage.filter((id) => !withPlace.includes(id)).map((id) => `${id} has no place.ts.`),
    ...withPlace.filter((id) => !withPage.includes(id)).map((id) => `${id} has no Page.tsx.`),
    ...withPage.flatMap((id, at) => {
      const twin = withPage.slice(0, at).find((other) => basename(other) === basename(id));
      return twin === undefined ? [] : [`${twin} and ${id} have the same name. Rename one of these folders.`];
    }),
  ];
}

async function coloursFaults(writing: Writing): Promise<string[]> {
  const accepted = await acceptedBy(writing);
  const isBorrowed = (colour: string) => isSampleColour(colour) && !accepted.includes(colour);
  const faults = Object.entries(writing.palette).map(async ([file, load]) =>
    paletteFaults(await load(), isBorrowed).map((fault) => `${file.slice(1)}: ${fault}`),
  );
  return (await Promise.all(faults)).flat();
}

/** Every place with an address, and the file that has it: place.ts has one, and places.ts several. */
async function addressed(places: Writing['places']): Promise<[file: string, place: schema.Place][]> {
  const read = Object.entries(places).map(async ([file, load]) => {
    const { default: written } = await load();
    const those = basename(file) === 'places.ts' ? Object.values(written) : [written];
    return those.filter((place) => place.path !== undefined).map((place): [string, schema.Place] => [file, place]);
  });
  return (await Promise.all(read)).flat();
}

/** Of pages with the same address or form. */
async function sharedFaults(places: Writing['places']): Promise<string[]> {
  const owners = new Map<string, string>();
  const faults: string[] = [];
  for (const [file, { path, form }] of await addressed(places)) {
    for (const entry of [`path is "${path}"`, ...(form === undefined ? [] : [`form is "${form}"`])]) {
      const owner = owners.get(entry);
      if (owner === undefined) owners.set(entry, file.slice(1));
      else faults.push(`${file.slice(1)}: ${entry}, which ${owner} has too. Give each page its own.`);
    }
  }
  return faults;
}

/** Of forms without a page, and of pages that name no form or import that of another one. */
async function formFaults({ forms, places, rules }: Writing): Promise<string[]> {
  const pages = new Map<string, string>();
  for (const [file, { form }] of await addressed(places)) if (form !== undefined) pages.set(form, folderOf(file));
  const folders = Object.keys(rules).flatMap((file) => (basename(file) === 'form.json' ? [folderOf(file)] : []));
  const faults: string[] = [];
  for (const folder of folders) {
    const name = basename(folder);
    const page = pages.get(name);
    pages.delete(name);
    if (page === undefined) {
      faults.push(`${folder} has no page. Write form: '${name}' in the place.ts of its page.`);
      continue;
    }
    const form = await forms[`/${page}/form.ts`]?.();
    const { roles } = Object(await rules[`/${folder}/form.json`]?.());
    if (form?.rules.roles !== roles) {
      faults.push(`${page}/form.ts: form.json is of another form. Import it from ${folder}.`);
    }
  }
  const unknown = [...pages].map(
    ([form, page]) => `${page}/place.ts: form is "${form}", which is not a folder in server/forms. Correct the name.`,
  );
  return [...faults, ...unknown];
}

/** The place of an error in its file, such as "socialLinks, entry 2, href". */
const pathOf = ({ path }: v.BaseIssue<unknown>) =>
  (path ?? [])
    .map(({ key }) => (typeof key === 'number' ? `entry ${key + 1}` : String(key)))
    .filter((part, index) => index > 0 || part !== 'default')
    .join(', ');

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text, between quotation marks',
  number: 'a number, without quotation marks',
  Array: 'a list, between [ and ]',
  Object: 'a group of lines, between { and }',
};

/** For errors for which the schema has no message. */
function messageOf({ expected, received }: v.BaseIssue<unknown>): string {
  if (expected === 'never') return 'is unknown in this file. Correct its name, or remove it';
  if (received === 'undefined') {
    return `is missing. Add it${expected === '"country"' ? ', for example: country: "South Africa"' : ''}`;
  }
  const kind = KINDS[expected ?? ''] ?? expected?.replaceAll('|', 'or');
  return `should be ${kind}, and is ${received}`;
}
