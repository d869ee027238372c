import { HttpFailure } from './HttpFailure.ts';
import { parseJson, type RequestOptions, send } from './request.ts';

const JSON_TYPE = 'application/json';

interface HttpResponse<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly data: T;
}

async function readJson<T>(url: string, answer: Response): Promise<HttpResponse<T>> {
  const { status, headers } = answer;
  const data = await answer.text();
  try {
    return { status, headers, data: parseJson(data) as T };
  } catch (cause) {
    throw new HttpFailure(`${url} did not answer with JSON`, 'unreadable', { answer, data, cause });
  }
}

async function sendJson<T>(method: string, url: string, data: unknown, options: RequestOptions = {}) {
  // fetch sets the content type of a form
  const isForm = data instanceof URLSearchParams || data instanceof FormData;
  const headers = new Headers(options.headers);
  if (!headers.has('Accept')) headers.set('Accept', JSON_TYPE);
  if (data !== undefined && !isForm && !headers.has('Content-Type')) headers.set('Content-Type', JSON_TYPE);
  const request = {
    method,
    ...(data !== undefined && { body: isForm ? data : JSON.stringify(data) }),
    // only GET sends cookies to other origins
    ...(method === 'GET' && { credentials: 'include' as const }),
  };
  return send(url, request, { ...options, headers }, (answer) => readJson<T>(url, answer));
}

/* All of these throw HttpFailure. They send URLSearchParams and FormData as a form, and everything else as JSON. */

export const get = <T>(url: string, options?: RequestOptions) => sendJson<T>('GET', url, undefined, options);

export const post = <T>(url: string, data: unknown, options?: RequestOptions) =>
  sendJson<T>('POST', url, data, options);

export const patch = <T>(url: string, data: unknown, options?: RequestOptions) =>
  sendJson<T>('PATCH', url, data, options);

export const put = <T>(url: string, data: unknown, options?: RequestOptions) => sendJson<T>('PUT', url, data, options);

export const del = <T>(url: string, options?: RequestOptions) => sendJson<T>('DELETE', url, undefined, options);

/** Posts the file as the field `file`. @throws {HttpFailure} */
export function upload<T>(url: string, file: File, options?: RequestOptions) {
  const form = new FormData();
  form.set('file', file, file.name);
  return post<T>(url, form, options);
}
