import { type RefObject, useCallback, useRef, useState } from 'react';
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { startScrollReveal } from '../lib/motion/scrollReveal.ts';
import { scrollToTop } from '../lib/motion/scrollToTop.ts';
import { whenIdle } from '../lib/whenIdle.ts';
import type { OnArrival } from './Screen.tsx';

/** Tags for search engines and link previews, which the build writes for the first page of a visit. */
const FIRST_PAGE = 'meta[name=description], meta[property="og:description"]';

/** After a navigation, scrolls up or to the named part, focuses its heading and announces the title (spec section 2). */
export function useArrival(main: RefObject<HTMLElement | null>): [string, OnArrival] {
  const [announcement, setAnnouncement] = useState('');
  const location = useLocation();
  const navigationType = useNavigationType();
  const current = useRef<Location>(null);
  const stopScrolling = useRef<() => void>(undefined);

  const onArrival = useCallback(
    (title: string) => {
      // the tests wait for this attribute
      document.documentElement.dataset['ready'] = '';
      const previous = current.current;
      current.current = location;
      if (previous !== null && isNavigation(previous, location, navigationType)) {
        for (const outdated of document.querySelectorAll(FIRST_PAGE)) outdated.remove();
        stopScrolling.current?.();
        const part = location.hash && document.getElementById(location.hash.slice(1));
        if (part) part.scrollIntoView();
        else stopScrolling.current = scrollToTop();
        (part || main.current)?.querySelector<HTMLElement>('h1, h2')?.focus({ preventScroll: true });
        setAnnouncement(title);
      }
      whenIdle(() => {
        if (main.current === null || current.current !== location) return;
        // without AOS, nothing moves
        startScrollReveal(main.current).catch(() => {});
      });
    },
    [location, navigationType, main],
  );
  return [announcement, onArrival];
}

/** The skip link and going back over it change only the hash: neither is a navigation. */
function isNavigation(from: Location, to: Location, type: NavigationType): boolean {
  if (from === to) return false;
  return from.pathname !== to.pathname || type !== NavigationType.Pop;
}
