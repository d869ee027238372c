import { pathToFileURL } from 'node:url';
import { root } from '../environment.mjs';
import type { Writing } from './content.ts';

export type Renderer = typeof import('../../src/prerender.tsx');

/**
 * Where a build is made, until all of it is there: dist has the last good one. Beside it, since what is left
 * of a build that failed would be uploaded with the rest of dist.
 */
export const FRESH = `${root}dist.new`;

/** A page as it was written, with what it fetches. */
export interface Page {
  /** Below the document root. */
  readonly file: string;
  /** The module that draws it. */
  readonly module: string;
  /** The scripts that its loader asks for. */
  readonly scripts: readonly string[];
  /** What it fetches once nothing else is to be done. */
  readonly afterwards: readonly string[];
  /** The pictures that a phone fetches of it. */
  readonly pictures: readonly string[];
  /** What of its scripts are words, as the app's modules say them. */
  readonly words: string;
  /** Where those are that no other page has, from the folder of package.json, the longest first. */
  readonly wordFiles: readonly string[];
}

/** What the plugins of one build tell one another. */
export class SiteBuild {
  /** The code for Node, to render the pages with; another folder for each build: Node keeps what it imported. */
  readonly rendererFolder = `${FRESH}/renderer-${Date.now()}`;
  pages: readonly Page[] = [];
  /** The pages that the endpoint fills in, by their file. */
  readonly endpointPages = new Map<string, string>();
  #renderer: Promise<Renderer> | undefined;

  renderer(): Promise<Renderer> {
    this.#renderer ??= this.#import('prerender');
    return this.#renderer;
  }

  /** What editors wrote, before anything is made of it. */
  readonly writing = (): Promise<Writing> => this.#import('writing');

  #import(entry: string) {
    return import(/* @vite-ignore */ pathToFileURL(`${this.rendererFolder}/${entry}.js`).href);
  }
}
