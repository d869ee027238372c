import { type RefObject, useCallback, useRef, useState } from 'react';
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { startScrollReveal } from '../lib/motion/scrollReveal.ts';
import { scrollToTop } from '../lib/motion/scrollToTop.ts';
import { whenIdle } from '../lib/whenIdle.ts';
import type { OnArrival } from './Screen.tsx';

/**
 * What happens when a page is on screen (spec section 2): after a navigation the view
 * scrolls to the top, or to the part of the page that the address names, focus moves to its
 * heading and the title is announced; then
 * what is below the fold gets ready to rise.
 * @returns the announcement, and the function to call on arrival
 */
export function useArrival(main: RefObject<HTMLElement | null>): [string, OnArrival] {
  const [announcement, setAnnouncement] = useState('');
  const location = useLocation();
  const navigationType = useNavigationType();
  const current = useRef<Location>(null);
  const stopScrolling = useRef<() => void>(undefined);

  const onArrival = useCallback(
    (title: string) => {
      // for the tests, which must not be faster than React is
      document.documentElement.dataset['ready'] = '';
      const previous = current.current;
      current.current = location;
      if (previous !== null && isNavigation(previous, location, navigationType)) {
        stopScrolling.current?.();
        const part = location.hash && document.getElementById(location.hash.slice(1));
        if (part) part.scrollIntoView();
        else stopScrolling.current = scrollToTop();
        (part || main.current)
          ?.querySelector<HTMLElement>('h1, h2')
          ?.focus({ preventScroll: true });
        setAnnouncement(title);
      }
      whenIdle(() => {
        if (main.current === null || current.current !== location) return;
        // without AOS, which may not be fetched offline, everything is simply there
        startScrollReveal(main.current).catch(() => {});
      });
    },
    [location, navigationType, main],
  );
  return [announcement, onArrival];
}

/** The skip link and going back over it change the address but not the page. */
function isNavigation(from: Location, to: Location, type: NavigationType): boolean {
  // not their keys: every entry that the router has not made has the same
  if (from === to) return false;
  return from.pathname !== to.pathname || type !== NavigationType.Pop;
}
