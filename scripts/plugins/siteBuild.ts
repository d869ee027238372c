import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { BuildError } from '../buildError.ts';
import { root } from '../environment.mjs';

export type Renderer = typeof import('../../src/prerender/prerender.tsx');
export type Writing = typeof import('../../src/prerender/writing.ts');

/** Vite's publicDir. */
export const PUBLIC = `${root}public`;
/** Each build in progress has a folder in it. */
const FRESH = `${root}dist.new`;
/** Milliseconds without a change, after which a build has been killed. */
const ABANDONED = 3_600_000;

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
  /** Replaces dist when the build is complete. */
  readonly folder = `${FRESH}/${randomBytes(6).toString('hex')}`;
  /** Not part of the upload. Node caches modules by path, which is new for each build. */
  readonly rendererFolder = `${this.folder}/renderer`;
  pages: readonly Page[] = [];
  /** By file name. */
  readonly endpointPages = new Map<string, string>();

  start(): void {
    if (existsSync(`${root}dist/www/private`)) {
      throw new BuildError('The build replaces dist/www, and dist/www/private may hold enquiries: move it away.');
    }
    console.error('Building the site …');
    mkdirSync(this.folder, { recursive: true });
    for (const name of readdirSync(FRESH)) {
      const folder = `${FRESH}/${name}`;
      // another build may have just removed its own
      const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      if (Date.now() - changed > ABANDONED) rmSync(folder, { recursive: true, force: true });
    }
    process.once('exit', () => this.remove());
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

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
