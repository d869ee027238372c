/** As Angular and axios name them. */
const COOKIE = 'XSRF-TOKEN';
const HEADER = 'X-XSRF-TOKEN';

/** Relative as written, and still on this origin as the browser reads it: `/\evil.example` is not. */
const isRelative = (url: string) =>
  !/^[\s\0]*(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i.test(url) &&
  new URL(url, document.baseURI).origin === window.location.origin;

/**
 * The header that carries the cross-site request token: on relative requests
 * only, so that no other site is told it, and not on GET, which changes nothing.
 */
export function xsrfHeader(method: string, url: string): Record<string, string> {
  if (method === 'GET' || !isRelative(url)) return {};
  const cookie = cookies()
    .split('; ')
    .find((pair) => pair.startsWith(`${COOKIE}=`));
  if (cookie === undefined) return {};
  const value = cookie.slice(COOKIE.length + 1);
  try {
    return { [HEADER]: decodeURIComponent(value) };
  } catch {
    return { [HEADER]: value };
  }
}

/** None where they may not be read, as in a sandboxed frame: no token can be asked for then either. */
function cookies(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}
