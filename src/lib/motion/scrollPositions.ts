import { readItem, writeItem } from '../storage.ts';
import { scrollToTop } from './scrollToTop.ts';

/* Where the visitor was at each entry of the tab's history. The browser restores only pages that it loads. */

/** In px. */
type Positions = Readonly<Record<string, number>>;

const NAME = 'scroll-positions';

let positions: Positions | undefined;
/** The entry whose page is shown. */
let shown: string | undefined;
let isMoving = false;
let stop = () => {};

function all(): Positions {
  try {
    positions ??= JSON.parse(readItem('sessionStorage', NAME) ?? '{}') as Positions;
  } catch {
    positions = {};
  }
  return positions;
}

function note(position: number): void {
  if (shown !== undefined) positions = { ...all(), [shown]: position };
}

/** Ends a movement that belongs to the page before. @param entry undefined for an entry without a position */
export function arriveAt(entry: string | undefined): void {
  stop();
  shown = entry;
}

/** @returns false if the entry has no position */
export function restorePosition(): boolean {
  const top = shown === undefined ? undefined : all()[shown];
  if (top !== undefined) window.scrollTo({ top, behavior: 'instant' });
  return top !== undefined;
}

/** Whoever comes back while the page still moves wants its top. */
export function moveToTop(): void {
  note(0);
  isMoving = true;
  stop = scrollToTop(() => {
    isMoving = false;
  });
}

/** @returns a function that ends it */
export function notePositions(): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const on = (type: string, listener: () => void) => window.addEventListener(type, listener, { signal });
  const restoreByScript = () => {
    window.history.scrollRestoration = 'manual';
  };
  const leave = () => {
    window.history.scrollRestoration = 'auto';
    writeItem('sessionStorage', NAME, JSON.stringify(all()));
  };
  const noteNow = () => {
    if (!isMoving) note(window.scrollY);
  };
  on('scroll', noteNow);
  on('popstate', () => {
    // for a link within the page, the browser may have scrolled already
    if (window.history.state !== null) noteNow();
    // this page stays until the next one is there
    arriveAt(undefined);
  });
  // a hidden page may end without another event
  on('visibilitychange', () => (document.visibilityState === 'hidden' ? leave() : restoreByScript()));
  on('pagehide', leave);
  // until it has loaded the page, the browser restores the position
  on('pageshow', restoreByScript);
  if (document.readyState === 'complete') restoreByScript();
  return () => listening.abort();
}
