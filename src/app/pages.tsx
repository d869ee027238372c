import { type ComponentType, lazy } from 'react';
import { matchRoutes } from 'react-router-dom';
import { type NamedPlace, placeOf, places } from '../places.ts';
import type { Presence } from '../prerender/schema.ts';
import { forgetReload, recoverFromStaleChunk } from './staleChunk.ts';

type Page = ComponentType<{ readonly place: NamedPlace | Presence }>;
type PageModule = { readonly default: Page };

const found = import.meta.glob<PageModule>([
  '../pages/*/Page.tsx',
  '#identity/pages/*/Page.tsx',
  // only the endpoint shows this page
  '!../pages/message-sent/Page.tsx',
]);
const modules = new Map(Object.entries(found).map(([file, load]) => [file.split('/').at(-2), load]));

export const NOT_FOUND = 'not-found';

/** @returns undefined for an unknown address */
export const placeAt = (pathname: string): NamedPlace | undefined => matchRoutes([...places], pathname)?.[0]?.route;

export const pageAt = (pathname: string): string => placeAt(pathname)?.id ?? NOT_FOUND;

/** By module: pages from data share one. */
const pages = new Map<string, Page>();

const moduleOf = (id: string) => placeOf(id)?.module ?? id;

export function LazyPage({ id, place }: { readonly id: string; readonly place: NamedPlace | Presence }) {
  const module = moduleOf(id);
  const Page = pages.get(module) ?? lazy(() => loadPage(module));
  pages.set(module, Page);
  return <Page key={id} place={place} />;
}

/** React.lazy keeps a failure, so a page that failed offline would never open. */
export const forgetPages = (): void => pages.clear();

/** Loads the page's code before hydration, so that React finds the prerendered page and not the fallback. */
export async function preparePage(id: string): Promise<void> {
  const module = moduleOf(id);
  const { default: Page } = await importPage(module);
  pages.set(module, Page);
}

async function loadPage(module: string): Promise<PageModule> {
  const { dataset } = document.documentElement;
  dataset['loading'] = module;
  try {
    return await recoverFromStaleChunk(() => importPage(module));
  } finally {
    if (dataset['loading'] === module) delete dataset['loading'];
  }
}

/** Vite asks for a style sheet once: after a failure, only a reload gets it. */
let failure: unknown;

async function importPage(module: string): Promise<PageModule> {
  if (failure !== undefined) throw failure;
  try {
    const page = await modules.get(module)?.();
    if (page === undefined) throw new Error(`The page ${module} has no Page.tsx.`);
    forgetReload();
    return page;
  } catch (error) {
    failure = error;
    throw error;
  }
}
