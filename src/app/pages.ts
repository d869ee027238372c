import type { ComponentType } from 'react';
import { matchRoutes } from 'react-router-dom';
import { places } from '../places.ts';
import { forgetReload, recoverFromStaleChunk } from './staleChunk.ts';

export type PageModule = { readonly default: ComponentType };

/** Where the code of each page is; it is fetched when the page is first shown. */
const modules = import.meta.glob<PageModule>([
  '../pages/*/Page.tsx',
  // the endpoint shows it, without script
  '!../pages/message-sent/Page.tsx',
]);

/** What an address without a page shows. */
export const NOT_FOUND = 'not-found';

/** The page at an address of this site, as the router finds it, by the name of its folder. */
export const pageAt = (pathname: string): string =>
  matchRoutes([...places], pathname)?.[0]?.route.id ?? NOT_FOUND;

/** Fetches the code of a page; rejects where it is not to be had. */
export async function importPage(id: string): Promise<PageModule> {
  const page = await modules[`../pages/${id}/Page.tsx`]?.();
  if (page === undefined) throw new Error(`src/pages/${id} has no Page.tsx.`);
  forgetReload();
  return page;
}

/**
 * Fetches the code of a page, over a deployment if need be. The old page stays until
 * then, so the document says that something is on its way (see Layout.css).
 */
export async function loadPage(id: string): Promise<PageModule> {
  const { dataset } = document.documentElement;
  dataset['loading'] = id;
  try {
    return await recoverFromStaleChunk(() => importPage(id));
  } finally {
    if (dataset['loading'] === id) delete dataset['loading'];
  }
}
