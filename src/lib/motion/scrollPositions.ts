import { readItem, writeItem } from '../storage.ts';
import { scrollToTop } from './scrollToTop.ts';

/* How far the visitor had scrolled at each entry of the tab's history. The browser does this only for pages that it
   loads, and Chromium is up to a second late. */

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

/** The entry that the browser is at. The browser alone makes those of links within a page, such as the skip link. */
function currentEntry(): string | undefined {
  const state = window.history.state as { readonly key?: string } | null;
  if (state === null) return undefined;
  const { key = nameEntry(state) } = state;
  return `${key}${window.location.pathname}`;
}

/** The router names only the entries that it makes. */
function nameEntry(state: object): string {
  const key = Date.now().toString(36);
  window.history.replaceState({ ...state, key }, '');
  return key;
}

function note(position: number): void {
  if (shown !== undefined) positions = { ...all(), [shown]: position };
}

function moveTo(entry: string | undefined): void {
  stop();
  shown = entry;
}

/** Ends a movement that belongs to the page before. @param start the position of a new entry */
export function arrive(start: number): void {
  moveTo(currentEntry());
  if (shown !== undefined) positions = { [shown]: start, ...all() };
}

/** @returns false if the entry has no position */
export function restorePosition(): boolean {
  const top = shown === undefined ? undefined : all()[shown];
  // scrolling would stop the browser on its way to a part
  if (top !== undefined && top !== window.scrollY) window.scrollTo({ top, behavior: 'instant' });
  return top !== undefined;
}

/** Notes the position at once, because the visitor may leave before the scroll event. */
export function moveToPart(part: Element): void {
  part.scrollIntoView();
  note(window.scrollY);
}

/** No position is noted meanwhile: whoever comes back wants the top. */
export function moveToTop(): void {
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
    // the router hears of it first, and a page that is loaded is there at once
    if (shown === currentEntry()) return;
    noteNow();
    // this page stays until the next one is there
    moveTo(undefined);
  });
  // a hidden page may end without another event
  on('visibilitychange', () => (document.visibilityState === 'hidden' ? leave() : restoreByScript()));
  on('pagehide', leave);
  // until it has loaded the page, the browser restores the position
  on('pageshow', restoreByScript);
  if (document.readyState === 'complete') restoreByScript();
  return () => listening.abort();
}
