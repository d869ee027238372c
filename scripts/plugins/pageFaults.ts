import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type HTMLElement, parse } from 'node-html-parser';
import type { Plugin } from 'vite';
import { root } from '../environment.mjs';
import { SCRIPTS } from '../serving.ts';
import { ToldError } from '../toldError.ts';
import type { SiteBuild } from './siteBuild.ts';

interface Settings {
  readonly identity: string;
  readonly servicePrefix: string;
  readonly siteUrl: string;
}

/** What leads to somebody or to another site, which nobody asks whether it is there. */
const ELSEWHERE = /^(?:https?:\/\/[^\s/]+\.[^\s/]|mailto:|tel:)/;

/** What says nothing to anybody while it is empty, as an editor calls it. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ h1: 'the main heading', h2: 'a heading', h3: 'a heading' },
  ...{ a: 'a link', button: 'a button', dt: 'a label', blockquote: 'a quotation' },
};
const SPEAKING = Object.keys(NAMES).join(', ');

/**
 * Reads the pages as they were made, and stops the build at what would mislead a visitor: a link that
 * leads nowhere, a picture that is not there or has no words in its place, a heading without words.
 */
export function pageFaults(
  siteBuild: SiteBuild,
  { identity, servicePrefix, siteUrl }: Settings,
): Plugin {
  let publicDir = '';
  return {
    name: 'page-faults',
    applyToEnvironment: ({ name }) => name === 'client',
    // after the pages are made
    enforce: 'post',
    configResolved: (config) => {
      publicDir = config.publicDir;
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const made = [
          '/',
          ...Object.keys(bundle).flatMap((file) => (file.endsWith('.html') ? [] : [`/${file}`])),
          ...SCRIPTS.map((script) => `${servicePrefix}/${script}`),
        ];
        const pages = siteBuild.pages.map(({ file, module }) => {
          const page = bundle[file];
          if (page?.type !== 'asset') throw new Error(`The build has no ${file}.`);
          const address = `/${file.replace(/(?:\/index)?\.html$/, '')}`;
          return { address, folder: dirname(module), content: parse(String(page.source)) };
        });
        const site: Site = {
          pages: new Map(pages.map(({ address, content }) => [address, content])),
          isFile: (path) =>
            made.includes(path) ||
            statSync(publicDir + path, { throwIfNoEntry: false })?.isFile() === true,
          siteUrl,
        };
        const faults = pages.flatMap(({ address, folder, content }) =>
          [
            ...wrongLinks(content, address, site),
            ...wrongPictures(content, site),
            ...silentElements(content),
          ].map(({ written, says }) => `  ${sourceOf(written, folder, identity)}: ${says}`),
        );
        if (faults.length === 0) return;
        throw new ToldError(
          `The pages have faults:\n${[...new Set(faults)].join('\n')}\nThese pages are there: ${[...site.pages.keys()].filter((address) => address !== '/404').join(', ')}. The address of another site begins with https://.`,
        );
      },
    },
  };
}

interface Fault {
  /** What of it an editor wrote to the letter. */
  readonly written: string;
  readonly says: string;
}

interface Site {
  /** By their addresses. */
  readonly pages: ReadonlyMap<string, HTMLElement>;
  readonly isFile: (path: string) => boolean;
  readonly siteUrl: string;
}

const wrongLinks = (page: HTMLElement, address: string, site: Site): Fault[] =>
  page.querySelectorAll('a[href]').flatMap((link) => {
    const written = link.getAttribute('href') ?? '';
    const wrong = wrongWith(written, address, site);
    const text = link.textContent.trim() || link.getAttribute('aria-label');
    return wrong === undefined ? [] : [{ written, says: `“${text}” leads to ${wrong}` }];
  });

/** What is wrong with where a link leads. */
function wrongWith(href: string, from: string, { pages, isFile, siteUrl }: Site) {
  const own = href.startsWith(`${siteUrl}/`) ? href.slice(siteUrl.length) : href;
  if (own === href && ELSEWHERE.test(href)) return;
  if (!/^[/#]/.test(own)) return `“${href}”, which is no address.`;
  const [address = '', anchor] = own.split('#', 2);
  const [path = ''] = address.split('?', 1);
  const page = pages.get(path === '' ? from : path);
  if (page === undefined) return isFile(path) ? undefined : `${path}, where no page is.`;
  return !anchor || page.getElementById(anchor) !== null
    ? undefined
    : `${own}, and nothing in that page has the id ${anchor}.`;
}

const wrongPictures = (page: HTMLElement, { isFile }: Site): Fault[] =>
  page.querySelectorAll('img').flatMap((picture) => {
    const written = picture.getAttribute('src') ?? '';
    const isThere = written.startsWith('data:') || isFile(written);
    const hasWords = /\S/.test(picture.getAttribute('alt') ?? '');
    return [
      ...(isThere ? [] : ['is not there. Put it into public/']),
      ...(hasWords ? [] : ['has no alt. Say in it what there is to see, for whoever does not']),
    ].map((wrong) => ({ written, says: `the picture ${written} ${wrong}.` }));
  });

const silentElements = (page: HTMLElement): Fault[] =>
  page
    .querySelectorAll(SPEAKING)
    .filter(
      (element) =>
        element.textContent.trim() === '' &&
        element.querySelector('img') === null &&
        !element.getAttribute('aria-label'),
    )
    .map(({ localName }) => ({
      written: '',
      says: `${NAMES[localName]} has no words. Page.tsx shows a line that words.ts has not.`,
    }));

/** The file that has something to the letter; else the folder of the page. */
function sourceOf(written: string, page: string, identity: string): string {
  if (written === '') return page;
  const folders = [
    page,
    identity,
    ...['content', 'content/words', 'components', 'app'].map((name) => `src/${name}`),
  ];
  const files = folders.flatMap((folder) =>
    readdirSync(root + folder)
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const hasIt = (file: string) =>
    [`'${written}'`, `"${written}"`].some((text) =>
      readFileSync(root + file, 'utf8').includes(text),
    );
  return files.find(hasIt) ?? page;
}
