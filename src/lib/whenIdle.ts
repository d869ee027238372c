export function whenIdle(task: () => void): void {
  // Safari has no requestIdleCallback
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 2000 });
  else setTimeout(task, 200);
}
