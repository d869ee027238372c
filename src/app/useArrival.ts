import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { arrive, moveToPart, moveToTop, notePositions, restorePosition } from '../lib/motion/scrollPositions.ts';
import { startScrollReveal } from '../lib/motion/scrollReveal.ts';
import { whenIdle } from '../lib/whenIdle.ts';
import type { OnArrival } from './Screen.tsx';

/** Tags for search engines and link previews, which the build writes for the first page of a visit. */
const FIRST_PAGE = 'meta[name=description], meta[property="og:description"]';

/** After a navigation, scrolls, focuses the heading of the page or part, and announces the title (spec section 2). */
export function useArrival(main: RefObject<HTMLElement | null>): [string, OnArrival] {
  const [announcement, setAnnouncement] = useState('');
  const location = useLocation();
  const navigationType = useNavigationType();
  const scrolled = useRef<Location>(null);
  const current = useRef<Location>(null);

  useEffect(notePositions, []);

  const scroll = useCallback(() => {
    const previous = scrolled.current;
    if (previous === location) return;
    scrolled.current = location;
    // the browser places a page that it loads at a part, or at its top
    arrive(previous === null ? window.scrollY : 0);
    if (navigationType === NavigationType.Pop && restorePosition()) return;
    if (previous === null || !isNavigation(previous, location, navigationType)) return;
    const part = partOf(location);
    if (part) moveToPart(part);
    else moveToTop();
  }, [location, navigationType]);

  const greet = useCallback(
    (title: string) => {
      // the tests wait for this attribute
      document.documentElement.dataset['ready'] = '';
      const previous = current.current;
      current.current = location;
      if (previous !== null && isNavigation(previous, location, navigationType)) {
        for (const outdated of document.querySelectorAll(FIRST_PAGE)) outdated.remove();
        (partOf(location) ?? main.current)?.querySelector<HTMLElement>('h1, h2')?.focus({ preventScroll: true });
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
  const onArrival = useMemo(() => ({ scroll, greet }), [scroll, greet]);
  return [announcement, onArrival];
}

const partOf = ({ hash }: Location): HTMLElement | null => (hash ? document.getElementById(hash.slice(1)) : null);

/** The skip link and going back over it change only the hash: neither is a navigation. */
function isNavigation(from: Location, to: Location, type: NavigationType): boolean {
  if (from === to) return false;
  return from.pathname !== to.pathname || type !== NavigationType.Pop;
}
