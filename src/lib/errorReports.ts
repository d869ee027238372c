/** Where an error came from; tests/php holds the endpoint to the same list. */
export type ErrorKind = 'hydration' | 'render' | 'uncaught' | 'rejection' | 'sending';

/** What is reported in one visit, at most: the first errors tell the most, and cause the others. */
const MOST = 3;
const MOST_FRAMES = 8;

/** A place in a script of ours, as every engine writes it in a stack. */
const FRAME = /\/assets\/([\w.-]+\.js:\d+:\d+)/g;

const letters = (text: string, most: number) => text.replaceAll(/[^A-Za-z]/g, '').slice(0, most);

let send = (_kind: ErrorKind, _error: unknown): void => {};

/** Reports an error to the firm, once `startErrorReports` was called. */
export const reportError = (kind: ErrorKind, error: unknown): void => send(kind, error);

/**
 * Lets the firm know of errors in the browser, which nobody else would tell it of.
 *
 * No report has a word of the error's message, which may quote what was typed: its kind, its name,
 * React's number for it, the page, and where in our scripts it happened, are enough to find it.
 * @param address takes reports as JSON
 * @param pageId names the page that is open
 */
export function startErrorReports(address: string, pageId: () => string): void {
  const reported = new Set<string>();
  send = (kind, error) => {
    if (!(error instanceof Error)) return;
    const frames = [...(error.stack ?? '').matchAll(FRAME)].map(([, frame]) => frame);
    // an extension's, or the visitor's own
    if (frames.length === 0) return;
    const [, code] = /^Minified React error #(\d+)/.exec(error.message) ?? [];
    const report = JSON.stringify({
      kind,
      name: letters(error.name, 40) || 'Error',
      ...(code !== undefined && { code: Number(code) }),
      // a folder's name, about-us, in the letters that a report may have
      page:
        letters(
          pageId().replaceAll(/-./g, (part) => part.toUpperCase()),
          20,
        ) || 'other',
      frames: frames.slice(0, MOST_FRAMES),
    });
    if (reported.size === MOST || reported.has(report)) return;
    reported.add(report);
    fetch(address, {
      method: 'POST',
      body: report,
      headers: { 'Content-Type': 'application/json' },
      // also from a page that is being left
      keepalive: true,
    }).catch(() => {});
  };
  window.addEventListener('error', ({ error }) => send('uncaught', error));
  window.addEventListener('unhandledrejection', ({ reason }) => send('rejection', reason));
}
