/** The oldest browsers that run the app. In older ones, pages stay as they were rendered. */
export const FLOOR = { chrome: '111', edge: '111', firefox: '114', safari: '16.4', ios: '16.4' };

/**
 * Loads the app. Its text is inlined in every page, so it must not use anything from outside.
 * @param modules the scripts that the page needs, the app first
 */
export const loadApp = (modules: readonly string[]): void => {
  // as young as FLOOR: Safari 16.4 brought the first, Chrome 111 and Firefox 113 the second
  if (!('adoptedStyleSheets' in document && CSS.supports('selector(:nth-child(1 of a))'))) return;
  const SLOW_ANSWER = 150;
  const PATIENCE = 500;
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
    import(/* @vite-ignore */ modules[0] as string);
  };
  // the app must not take over a form that is being sent (main.tsx)
  document.addEventListener('submit', ({ defaultPrevented }) => {
    if (!defaultPrevented) document.documentElement.dataset['sending'] = '';
  });
  // the draft must not fill a field that the visitor emptied (useDraft.ts)
  document.addEventListener('input', ({ target }) => {
    (target as HTMLElement).dataset['typed'] = '';
  });
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (document.hidden || (navigation && navigation.responseStart - navigation.requestStart > SLOW_ANSWER)) {
    ask();
    return;
  }
  new PerformanceObserver((paints) => {
    // the first paint may show only the background
    if (paints.getEntriesByName('first-contentful-paint')[0]) ask();
  }).observe({ type: 'paint', buffered: true });
  // Firefox reports no paint when a scrolled page is reloaded
  addEventListener('load', () => setTimeout(ask, PATIENCE));
};
