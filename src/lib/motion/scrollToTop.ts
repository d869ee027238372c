import { prefersReducedMotion } from './prefersReducedMotion.ts';

/** Pixels per step and milliseconds between steps (spec section 2, fixed). */
const STEP = 20;
const INTERVAL = 16;

const INTERRUPTIONS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Stops if the visitor scrolls. @returns a function that stops it */
export function scrollToTop(onEnd: () => void): () => void {
  if (prefersReducedMotion()) {
    window.scrollTo(0, 0);
    onEnd();
    return () => {};
  }
  const timer = setInterval(() => {
    window.scrollTo(0, Math.max(0, window.scrollY - STEP));
    if (window.scrollY <= 0) stop();
  }, INTERVAL);
  const stop = () => {
    clearInterval(timer);
    for (const type of INTERRUPTIONS) window.removeEventListener(type, stop);
    onEnd();
  };
  for (const type of INTERRUPTIONS) window.addEventListener(type, stop, { passive: true });
  return stop;
}
