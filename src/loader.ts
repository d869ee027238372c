/**
 * Fetches the app's modules, all in the same moment, because one found late costs a round trip.
 *
 * It stands as text in the head of every page, so it must not use anything from outside. On a slow
 * network it asks at once, which would otherwise lie idle; on a fast one after the first paint, with
 * which the script would compete.
 */
export function loadApp(): void {
  const SLOW_ANSWER = 150;
  const PATIENCE = 500;
  const modules = document.currentScript?.dataset['modules']?.split(' ') ?? [];
  let hasAsked = false;
  const ask = () => {
    if (hasAsked) return;
    hasAsked = true;
    for (const href of modules) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = href;
      document.head.append(link);
    }
    import(/* @vite-ignore */ modules[0] ?? '');
  };
  // a form that the browser is sending by itself is nobody else's to take over (see main.tsx)
  document.addEventListener('submit', ({ defaultPrevented }) => {
    if (!defaultPrevented) document.documentElement.dataset['sending'] = '';
  });
  // a field that the visitor emptied must not be filled from the draft (see useDraft.ts)
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLElement) target.dataset['typed'] = '';
  });
  const [navigation] = performance.getEntriesByType('navigation');
  const answer =
    navigation instanceof PerformanceNavigationTiming
      ? navigation.responseStart - navigation.requestStart
      : 0;
  const canWait =
    document.visibilityState === 'visible' &&
    PerformanceObserver.supportedEntryTypes.includes('paint');
  if (answer > SLOW_ANSWER || !canWait) {
    ask();
    return;
  }
  new PerformanceObserver((paints, observer) => {
    // the first may be of nothing but the ground
    if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    ask();
  }).observe({ type: 'paint', buffered: true });
  // Firefox tells of no paint where a page is reloaded that was scrolled
  addEventListener('load', () => setTimeout(ask, PATIENCE));
}
