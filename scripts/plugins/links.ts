import { readdirSync, readFileSync, statSync } from 'node:fs';
import { type HTMLElement, parse } from 'node-html-parser';
import type { Plugin } from 'vite';
import { BuildError } from '../buildError.ts';
import { type Environment, root } from '../environment.mjs';
import { SCRIPTS } from '../serving.ts';
import { PUBLIC, type SiteBuild } from './siteBuild.ts';

/** Stops the build at a broken link, a missing picture or alt, or a heading or link without words. */
export function links(siteBuild: SiteBuild, settings: Environment): Plugin {
  return {
    name: 'links',
    // after the pages and other files are made
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = new Set([
          ...Object.keys(bundle).map((file) => `/${file}`),
          ...SCRIPTS.map((script) => `${settings.servicePrefix}/${script}`),
        ]);
        const build: Build = {
          siteUrl: settings.siteUrl,
          pages: new Map(
            siteBuild.pages.map(({ file, folder }) => {
              const page = bundle[file];
              if (page?.type !== 'asset') throw new Error(`The build has no ${file}.`);
              const address = `/${file.replace(/(?:\/index)?\.html$/, '')}`;
              return [address, { folder, html: parse(String(page.source)) }];
            }),
          ),
          isFile: (path) =>
            files.has(path) || path === '/' || statSync(PUBLIC + path, { throwIfNoEntry: false })?.isFile() === true,
        };
        const faults = pageFaults(build).map(
          ({ folder, written, says }) => `  ${sourceOf(written, folder, settings.identity)}: ${says}`,
        );
        if (faults.length === 0) return;
        const addresses = [...build.pages.keys()].filter((address) => address !== '/404');
        throw new BuildError(
          `Fix these in the pages:\n${[...new Set(faults)].join('\n')}\nThe site has these pages: ${addresses.join(', ')}. The address of another site begins with https://.`,
        );
      },
    },
  };
}

interface Fault {
  /** The editor's text; empty if unknown. */
  readonly written: string;
  readonly says: string;
}

interface Build {
  readonly siteUrl: string;
  /** By address. */
  readonly pages: ReadonlyMap<string, { readonly folder: string; readonly html: HTMLElement }>;
  readonly isFile: (path: string) => boolean;
}

export const pageFaults = (build: Build): (Fault & { folder: string })[] =>
  [...build.pages].flatMap(([address, { folder, html }]) =>
    [...linkFaults(html, address, build), ...pictureFaults(html, build), ...emptyElements(html)].map((fault) => ({
      ...fault,
      folder,
    })),
  );

const linkFaults = (page: HTMLElement, address: string, build: Build): Fault[] =>
  page.querySelectorAll('a[href]').flatMap((link) => {
    const written = link.getAttribute('href') ?? '';
    const target = brokenTarget(written, address, build);
    const text = link.textContent.trim() || link.getAttribute('aria-label');
    return target === undefined ? [] : [{ written, says: `“${text}” leads to ${target}` }];
  });

/** Links to other sites, which are not checked. */
const ELSEWHERE = /^(?:https?:\/\/[^\s/]+\.[^\s/]|mailto:|tel:)/;

function brokenTarget(href: string, from: string, { pages, isFile, siteUrl }: Build) {
  const own = href.startsWith(`${siteUrl}/`) ? href.slice(siteUrl.length) : href;
  if (own === href && ELSEWHERE.test(href)) return;
  if (!/^[/#]/.test(own)) return `“${href}”, which is not an address.`;
  const [address = '', anchor] = own.split('#', 2);
  const [path = ''] = address.split('?', 1);
  const page = pages.get(path === '' ? from : path);
  if (page === undefined) return isFile(path) ? undefined : `${path}, which is not a page.`;
  return !anchor || page.html.getElementById(anchor) !== null
    ? undefined
    : `${own}, but that page has no id ${anchor}.`;
}

const pictureFaults = (page: HTMLElement, { isFile }: Build): Fault[] =>
  page.querySelectorAll('img').flatMap((picture) => {
    const written = picture.getAttribute('src') ?? '';
    const exists = written.startsWith('data:') || isFile(written);
    // the name beside the mark says as much
    const hasAlt = picture.closest('[aria-hidden]') !== null || /\S/.test(picture.getAttribute('alt') ?? '');
    return [
      ...(exists ? [] : ['is missing. Put it into public/']),
      ...(hasAlt ? [] : ['has no alt. Describe the picture for people who cannot see it']),
    ].map((fault) => ({ written, says: `the picture ${written} ${fault}.` }));
  });

const NAMES: Readonly<Record<string, string>> = {
  ...{ h1: 'the main heading', h2: 'a heading', h3: 'a heading' },
  ...{ a: 'a link', button: 'a button', dt: 'a label', blockquote: 'a quotation' },
};

const emptyElements = (page: HTMLElement): Fault[] =>
  page
    .querySelectorAll(Object.keys(NAMES).join(', '))
    .filter(
      (element) =>
        element.textContent.trim() === '' &&
        element.querySelector('img') === null &&
        !element.getAttribute('aria-label'),
    )
    .map(({ localName }) => ({
      written: '',
      says: `${NAMES[localName]} is empty. Page.tsx uses a text that words.ts does not have.`,
    }));

/** The file and line with the text between quotation marks, or else the page's folder. */
function sourceOf(written: string, page: string, identity: string): string {
  if (written === '') return page;
  const folders = [page, identity, ...['content', 'content/words', 'components', 'app'].map((name) => `src/${name}`)];
  const files = folders.flatMap((folder) =>
    readdirSync(root + folder)
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  for (const file of files) {
    const lines = readFileSync(root + file, 'utf8').split('\n');
    const index = lines.findIndex((line) => line.includes(`'${written}'`) || line.includes(`"${written}"`));
    if (index >= 0) return `${file}:${index + 1}`;
  }
  return page;
}
