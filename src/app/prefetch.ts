import { savesData } from '../lib/savesData.ts';
import { preparePage } from './LazyPage.tsx';
import { NOT_FOUND, pageAt } from './pages.ts';

/** What a visitor does with a link before following it; a finger is over it as it touches it. */
const INTENTS = ['pointerover', 'focusin'] as const;

/** Fetches the code of a page as soon as somebody seems about to open it. */
export function prefetchOnIntent(): void {
  if (savesData()) return;
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === null || link.origin !== window.location.origin) return;
    const id = pageAt(link.pathname);
    // one that fails is fetched again, and complained of, when the link is followed
    if (id !== NOT_FOUND) preparePage(id).catch(() => {});
  };
  for (const type of INTENTS) document.addEventListener(type, prefetch, { passive: true });
}
