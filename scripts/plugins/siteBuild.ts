import { existsSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { BuildError } from '../buildError.ts';
import { root } from '../environment.mjs';

export type Renderer = typeof import('../../src/prerender.tsx');
export type Writing = typeof import('../../src/writing.ts');

/** The folder of a build in progress. It replaces dist when it is complete. */
export const FRESH = `${root}dist.new`;

/** Removes the remains of a build that failed. */
export function startBuild(): void {
  if (existsSync(`${root}dist/www/private`)) {
    throw new BuildError(
      'The build replaces dist/www, and dist/www/private may hold enquiries: move it away.',
    );
  }
  rmSync(FRESH, { recursive: true, force: true });
}

/** A page of a build, with the files that a browser fetches for it, below the document root. */
export interface Page {
  readonly file: string;
  /** The folder in src/pages. */
  readonly id: string;
  readonly scripts: readonly string[];
  /** Fetched when the page is idle. */
  readonly afterwards: readonly string[];
  /** Pictures in the sizes that a phone fetches. */
  readonly pictures: readonly string[];
  /** The words in its scripts, as code. */
  readonly words: string;
}

/** Shared by the plugins of one build. */
export class SiteBuild {
  /** The code that renders the pages under Node, which caches modules by their path. */
  readonly rendererFolder = `${FRESH}/renderer-${Date.now()}`;
  pages: readonly Page[] = [];
  /** The pages that the endpoint fills in, by file name. */
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
