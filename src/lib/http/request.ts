import { HttpFailure } from './HttpFailure.ts';
import { xsrfHeader } from './xsrf.ts';

export interface RequestOptions {
  readonly headers?: Headers | Readonly<Record<string, string>>;
  /** Ends the request when it fires. */
  readonly signal?: AbortSignal;
  /** Milliseconds until the request counts as failed; 30 s unless told. */
  readonly timeLimit?: number;
}

export interface HttpResponse<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly data: T;
}

export const DEFAULT_TIME_LIMIT = 30_000;

/** Parses JSON; an empty body is undefined. Throws on anything else. */
export function parseJson(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text);
}

/** All headers in one; of those with the same name, in whatever case, the last one. */
export function mergeHeaders(...sources: readonly RequestOptions['headers'][]): Headers {
  const merged = new Headers();
  for (const source of sources) {
    new Headers(source).forEach((value, name) => {
      merged.set(name, value);
    });
  }
  return merged;
}

/** The body of a refusal: JSON where it is that, else the text as it came. */
export function parseLeniently(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/**
 * Sends a request and hands a successful answer to `read`; both have to be done
 * within the time limit.
 * @throws {HttpFailure} whatever goes wrong
 */
export async function send<T>(
  method: string,
  url: string,
  init: Pick<RequestInit, 'body' | 'credentials'>,
  { headers, signal, timeLimit = DEFAULT_TIME_LIMIT }: RequestOptions,
  read: (answer: Response) => Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw HttpFailure.aborted(url, signal.reason);
  // AbortSignal.any and .timeout are missing from phones this site is read on
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort();
  }, timeLimit);
  try {
    const answer = await fetch(url, {
      ...init,
      method,
      headers: mergeHeaders(xsrfHeader(method, url), headers),
      signal: controller.signal,
    });
    if (!answer.ok) {
      throw HttpFailure.refused(url, {
        status: answer.status,
        headers: answer.headers,
        data: parseLeniently(await answer.text()),
      });
    }
    return await read(answer);
  } catch (error) {
    if (error instanceof HttpFailure) throw error;
    if (isLate) throw HttpFailure.timedOut(url, timeLimit);
    if (signal?.aborted) throw HttpFailure.aborted(url, error);
    throw HttpFailure.noAnswer(url, error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
