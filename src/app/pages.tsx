import { type ComponentType, lazy } from 'react';
import { matchRoutes } from 'react-router-dom';
import { places } from '../places.ts';
import { forgetReload, recoverFromStaleChunk } from './staleChunk.ts';

type PageModule = { readonly default: ComponentType };

const found = import.meta.glob<PageModule>([
  '../pages/*/Page.tsx',
  '#identity/pages/*/Page.tsx',
  // only the endpoint shows this page
  '!../pages/message-sent/Page.tsx',
]);
const modules = new Map(Object.entries(found).map(([file, load]) => [file.split('/').at(-2), load]));

export const NOT_FOUND = 'not-found';

export const pageAt = (pathname: string): string => matchRoutes([...places], pathname)?.[0]?.route.id ?? NOT_FOUND;

const pages = new Map<string, ComponentType>();

export function LazyPage({ id }: { readonly id: string }) {
  const Page = pages.get(id) ?? lazy(() => loadPage(id));
  pages.set(id, Page);
  return <Page />;
}

/** React.lazy keeps a failure, so a page that failed offline would never open. */
export const forgetPages = (): void => pages.clear();

/** Loads the page's code before hydration, so that React finds the prerendered page and not the fallback. */
export async function preparePage(id: string): Promise<void> {
  const { default: Page } = await importPage(id);
  pages.set(id, Page);
}

async function loadPage(id: string): Promise<PageModule> {
  const { dataset } = document.documentElement;
  dataset['loading'] = id;
  try {
    return await recoverFromStaleChunk(() => importPage(id));
  } finally {
    if (dataset['loading'] === id) delete dataset['loading'];
  }
}

async function importPage(id: string): Promise<PageModule> {
  const page = await modules.get(id)?.();
  if (page === undefined) throw new Error(`The page ${id} has no Page.tsx.`);
  forgetReload();
  return page;
}
