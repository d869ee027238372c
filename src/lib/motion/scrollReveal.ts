import './scrollReveal.css';
import { savesData } from '../savesData.ts';
import { prefersReducedMotion } from './prefersReducedMotion.ts';

/** In milliseconds (spec section 2: between 1500 and 2500). */
const DURATIONS = [1500, 1750, 2000, 2250, 2500] as const;

/** Pixels below the window where an element starts to rise, so that its jump to the start is out of sight. */
const LEAD = 120;

/** In milliseconds. AOS looks every 99, in which a fast wheel turns by more than the lead. */
const FRAME = 16;

/** Marks an element that rises as it comes into view; `order` staggers a list. */
export const scrollReveal = (order = 0) => ({ 'data-reveal': order % DURATIONS.length });

let hasBegun = false;

/** Starts AOS for what is below the fold: what is in view must not jump. */
export async function startScrollReveal(page: HTMLElement): Promise<void> {
  const belowFold = () =>
    [...page.querySelectorAll<HTMLElement>('[data-reveal]:not([data-aos])')].filter(
      (element) => element.getBoundingClientRect().top > window.innerHeight,
    );
  if (prefersReducedMotion() || savesData() || belowFold().length === 0) return;
  const { default: aos } = await import('aos');
  for (const element of belowFold()) {
    element.style.animationDuration = `${DURATIONS[Number(element.dataset['reveal'])]}ms`;
    element.dataset['aos'] = 'rise';
  }
  if (hasBegun) {
    aos.refreshHard();
    return;
  }
  hasBegun = true;
  aos.init({ once: true, offset: -LEAD, throttleDelay: FRAME, disableMutationObserver: true });
}
