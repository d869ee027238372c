import { savesData } from '../lib/savesData.ts';
import { NOT_FOUND, pageAt, preparePage } from './pages.tsx';

export function prefetchOnIntent(): void {
  if (savesData()) return;
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === null || link.origin !== window.location.origin) return;
    const id = pageAt(link.pathname);
    // a failed page is fetched again when the link is followed
    if (id !== NOT_FOUND) preparePage(id).catch(() => {});
  };
  for (const type of ['pointerover', 'focusin']) document.addEventListener(type, prefetch, { passive: true });
}
