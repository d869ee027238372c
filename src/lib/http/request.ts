import { HttpFailure } from './HttpFailure.ts';
import { xsrfToken } from './xsrf.ts';

export interface RequestOptions {
  readonly headers?: Headers | Readonly<Record<string, string>>;
  /** In milliseconds; 30,000 by default. */
  readonly timeLimit?: number;
}

/** An empty body is undefined. @throws {SyntaxError} */
export function parseJson(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text);
}

function parseLeniently(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** @throws {HttpFailure} Any other error was thrown before the request, so nothing was sent. */
export async function send<T>(
  url: string,
  request: Pick<RequestInit, 'body' | 'credentials'> & { readonly method: string },
  { headers, timeLimit = 30_000 }: RequestOptions,
  read: (answer: Response) => Promise<T>,
): Promise<T> {
  const sent = new Headers(headers);
  const token = xsrfToken(request.method, url);
  if (token) sent.set('X-XSRF-TOKEN', token);
  const signal = AbortSignal.timeout(timeLimit);
  try {
    const answer = await fetch(url, { ...request, headers: sent, signal });
    if (answer.ok) return await read(answer);
    const data = parseLeniently(await answer.text());
    throw new HttpFailure(`${url} answered ${answer.status}`, 'status', { answer, data });
  } catch (error) {
    if (error instanceof HttpFailure) throw error;
    if (signal.aborted) throw new HttpFailure(`${url} did not answer within ${timeLimit} ms`, 'timeout');
    throw new HttpFailure(`${url} could not be reached`, 'network', { cause: error });
  }
}
