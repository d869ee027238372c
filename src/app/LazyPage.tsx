import { type ComponentType, lazy } from 'react';
import { importPage, loadPage } from './pages.ts';

const pages = new Map<string, ComponentType>();
const failed = new Set<string>();

export function LazyPage({ id }: { readonly id: string }) {
  const Page = pages.get(id) ?? register(id);
  return <Page />;
}

/** Loads the page's code before hydration, so that React finds the prerendered page and not the fallback. */
export async function preparePage(id: string): Promise<void> {
  const { default: Page } = await importPage(id);
  pages.set(id, Page);
}

function register(id: string): ComponentType {
  const page = lazy(async () => {
    try {
      return await loadPage(id);
    } catch (error) {
      failed.add(id);
      throw error;
    }
  });
  pages.set(id, page);
  return page;
}

/** React.lazy caches a failure, so a page that failed offline would never open. */
export function forgetFailures(): void {
  for (const id of failed) pages.delete(id);
  failed.clear();
}
