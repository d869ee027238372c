import { type ComponentType, lazy } from 'react';
import { importPage, loadPage } from './pages.ts';

const pages = new Map<string, ComponentType>();
const failed = new Set<string>();

/** Shows a page once its code is there. */
export function LazyPage({ id }: { readonly id: string }) {
  const Page = pages.get(id) ?? register(id);
  return <Page />;
}

/**
 * Makes the code of a page ready, so that LazyPage shows it at once: what was prerendered
 * must not give way to a fallback when React takes it over.
 */
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

/**
 * React.lazy remembers a failure for ever; a page that could not be fetched offline must
 * open when it is asked for again.
 */
export function forgetFailures(): void {
  for (const id of failed) pages.delete(id);
  failed.clear();
}
