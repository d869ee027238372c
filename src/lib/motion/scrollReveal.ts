import './scrollReveal.css';
import { savesData } from '../savesData.ts';
import { prefersReducedMotion } from './prefersReducedMotion.ts';

/** In milliseconds (spec section 2: between 1500 and 2500). */
const DURATIONS = [1500, 1750, 2000, 2250, 2500] as const;

/** Marks an element that rises into view; `order` staggers a list. */
export const scrollReveal = (order = 0) => ({ 'data-reveal': order % DURATIONS.length });

let hasBegun = false;

/** Starts AOS below the fold. Never pass `disable`: AOS would stop watching, and later pages would stay hidden. */
export async function startScrollReveal(page: HTMLElement): Promise<void> {
  const isBelowFold = (element: HTMLElement) => element.getBoundingClientRect().top > window.innerHeight;
  const marked = [...page.querySelectorAll<HTMLElement>('[data-reveal]:not([data-aos])')];
  if (prefersReducedMotion() || savesData() || !marked.some(isBelowFold)) return;
  const { default: aos } = await import('aos');
  for (const element of marked.filter(isBelowFold)) {
    element.style.setProperty('--reveal', `${DURATIONS[Number(element.dataset['reveal'])]}ms`);
    element.dataset['aos'] = 'reveal';
  }
  if (hasBegun) {
    aos.refreshHard();
    return;
  }
  hasBegun = true;
  aos.init({ once: true, offset: 0, disableMutationObserver: true });
  // AOS measures positions only once
  new ResizeObserver(() => aos.refresh()).observe(document.body);
}
