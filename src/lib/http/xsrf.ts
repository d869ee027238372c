const COOKIE = 'XSRF-TOKEN';

/** Browsers read `/\evil.example` as another origin. */
const isRelative = (url: string) =>
  !/^[\s\0]*(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i.test(url) &&
  new URL(url, document.baseURI).origin === window.location.origin;

/** For this origin only, and not for GET. */
export function xsrfToken(method: string, url: string): string | undefined {
  if (method === 'GET' || !isRelative(url)) return undefined;
  const cookie = document.cookie.split('; ').find((pair) => pair.startsWith(`${COOKIE}=`));
  const value = cookie?.slice(COOKIE.length + 1);
  try {
    return value && decodeURIComponent(value);
  } catch {
    return value;
  }
}
