const COOKIE = 'XSRF-TOKEN';
const HEADER = 'X-XSRF-TOKEN';

/** Browsers read `/\evil.example` as another origin. */
const isRelative = (url: string) =>
  !/^[\s\0]*(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i.test(url) &&
  new URL(url, document.baseURI).origin === window.location.origin;

/** Sends the token to this origin only, and not with GET. */
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

/** Empty if cookies are blocked, as in a sandboxed frame. */
function cookies(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}
