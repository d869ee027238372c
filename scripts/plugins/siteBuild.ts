import { existsSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { BuildError } from '../buildError.ts';
import { root } from '../environment.mjs';

export type Renderer = typeof import('../../src/build/prerender.tsx');
export type Writing = typeof import('../../src/build/writing.ts');

/** Vite's publicDir. */
export const PUBLIC = `${root}public`;
/** A build in progress. It replaces dist when it is complete. */
export const FRESH = `${root}dist.new`;

export function startBuild(): void {
  if (existsSync(`${root}dist/www/private`)) {
    throw new BuildError('The build replaces dist/www, and dist/www/private may hold enquiries: move it away.');
  }
  console.error('Building the site …');
  rmSync(FRESH, { recursive: true, force: true });
}

/** A page with the files that a browser fetches for it, below the document root. */
export interface Page {
  readonly file: string;
  readonly id: string;
  /** With its Page.tsx: pages from data share one. */
  readonly folder: string;
  readonly hasForm: boolean;
  readonly scripts: readonly string[];
  /** Fetched when the page is idle. */
  readonly afterwards: readonly string[];
  /** In the sizes that a phone fetches. */
  readonly pictures: readonly string[];
  /** The code of the words.ts files in its scripts. */
  readonly words: string;
}

/** The folder of a page's module, from the root. */
export const pageFolder = (module: string, identity: string): string =>
  existsSync(`${root}src/pages/${module}`) ? `src/pages/${module}` : `${identity}/pages/${module}`;

/** Shared by the plugins of one build. */
export class SiteBuild {
  /** Node caches modules by path, so each build renders from a new folder. */
  readonly rendererFolder = `${FRESH}/renderer-${Date.now()}`;
  pages: readonly Page[] = [];
  /** By file name. */
  readonly endpointPages = new Map<string, string>();

  renderer(): Promise<Renderer> {
    return this.#import('prerender');
  }

  writing(): Promise<Writing> {
    return this.#import('writing');
  }

  #import(entry: string) {
    return import(/* @vite-ignore */ pathToFileURL(`${this.rendererFolder}/${entry}.js`).href);
  }
}
