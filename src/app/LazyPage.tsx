import { type ComponentType, lazy } from 'react';
import { importPage, loadPage } from './pages.ts';

const pages = new Map<string, ComponentType>();

export function LazyPage({ id }: { readonly id: string }) {
  const Page = pages.get(id) ?? lazy(() => loadPage(id));
  pages.set(id, Page);
  return <Page />;
}

/** Loads the page's code before hydration, so that React finds the prerendered page and not the fallback. */
export async function preparePage(id: string): Promise<void> {
  const { default: Page } = await importPage(id);
  pages.set(id, Page);
}

/** React.lazy keeps a failure, so a page that failed offline would never open. */
export const forgetPages = (): void => pages.clear();
