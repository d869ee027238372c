import { HttpFailure } from './HttpFailure.ts';
import { xsrfHeader } from './xsrf.ts';

export interface RequestOptions {
  readonly headers?: Headers | Readonly<Record<string, string>>;
  /** In milliseconds; 30,000 by default. */
  readonly timeLimit?: number;
}

export interface HttpResponse<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly data: T;
}

/** An empty body is undefined. @throws {SyntaxError} */
export function parseJson(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text);
}

/** Later sources win. */
export function mergeHeaders(...sources: readonly RequestOptions['headers'][]): Headers {
  const merged = new Headers();
  for (const source of sources) {
    new Headers(source).forEach((value, name) => {
      merged.set(name, value);
    });
  }
  return merged;
}

function parseLeniently(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** @throws {HttpFailure} */
export async function send<T>(
  method: string,
  url: string,
  init: Pick<RequestInit, 'body' | 'credentials'>,
  { headers, timeLimit = 30_000 }: RequestOptions,
  read: (answer: Response) => Promise<T>,
): Promise<T> {
  // older phones have no AbortSignal.timeout
  const controller = new AbortController();
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
    throw HttpFailure.noAnswer(url, error);
  } finally {
    clearTimeout(timer);
  }
}
