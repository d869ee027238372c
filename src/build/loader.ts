/** Loads the app. Its text is inlined in every page, so it must not use anything from outside. */
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
  // the app must not take over a form that is being sent (main.tsx)
  document.addEventListener('submit', ({ defaultPrevented }) => {
    if (!defaultPrevented) document.documentElement.dataset['sending'] = '';
  });
  // the draft must not fill a field that the visitor emptied (useDraft.ts)
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLElement) target.dataset['typed'] = '';
  });
  const [navigation] = performance.getEntriesByType('navigation');
  const answer =
    navigation instanceof PerformanceNavigationTiming ? navigation.responseStart - navigation.requestStart : 0;
  const canWait = document.visibilityState === 'visible' && PerformanceObserver.supportedEntryTypes.includes('paint');
  if (answer > SLOW_ANSWER || !canWait) {
    ask();
    return;
  }
  new PerformanceObserver((paints, observer) => {
    // the first paint may show only the background
    if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    ask();
  }).observe({ type: 'paint', buffered: true });
  // Firefox reports no paint when a scrolled page is reloaded
  addEventListener('load', () => setTimeout(ask, PATIENCE));
}
