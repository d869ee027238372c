import { HttpFailure } from './HttpFailure.ts';
import { type HttpResponse, parseJson, type RequestOptions, send } from './request.ts';

const JSON_TYPE = 'application/json';

async function readJson<T>(url: string, answer: Response): Promise<HttpResponse<T>> {
  const { status, headers } = answer;
  const text = await answer.text();
  try {
    return { status, headers, data: parseJson(text) as T };
  } catch (error) {
    throw new HttpFailure(`${url} did not answer with JSON`, 'unreadable', {
      status,
      headers,
      data: text,
      cause: error,
    });
  }
}

async function sendJson<T>(
  method: string,
  url: string,
  data: unknown,
  options: RequestOptions,
): Promise<HttpResponse<T>> {
  // fetch sets the content type of a form
  const isForm = data instanceof URLSearchParams || data instanceof FormData;
  const headers = new Headers(options.headers);
  if (!headers.has('Accept')) headers.set('Accept', JSON_TYPE);
  if (data !== undefined && !isForm && !headers.has('Content-Type')) headers.set('Content-Type', JSON_TYPE);
  const init: RequestInit = data === undefined ? {} : { body: isForm ? data : JSON.stringify(data) };
  // only GET sends cookies to other origins
  if (method === 'GET') init.credentials = 'include';
  return send(method, url, init, { ...options, headers }, (answer) => readJson<T>(url, answer));
}

/** @throws {HttpFailure} */
export const get = <T>(url: string, options: RequestOptions = {}): Promise<HttpResponse<T>> =>
  sendJson('GET', url, undefined, options);

/** Sends URLSearchParams and FormData as a form, and everything else as JSON. @throws {HttpFailure} */
export const post = <T>(url: string, data: unknown, options: RequestOptions = {}): Promise<HttpResponse<T>> =>
  sendJson('POST', url, data, options);

/** Posts the file as the field `file`. @throws {HttpFailure} */
export function upload<T>(url: string, file: File, options: RequestOptions = {}): Promise<HttpResponse<T>> {
  const form = new FormData();
  form.set('file', file, file.name);
  return post(url, form, options);
}

/** @throws {HttpFailure} */
export const patch = <T>(url: string, data: unknown, options: RequestOptions = {}): Promise<HttpResponse<T>> =>
  sendJson('PATCH', url, data, options);

/** @throws {HttpFailure} */
export const put = <T>(url: string, data: unknown, options: RequestOptions = {}): Promise<HttpResponse<T>> =>
  sendJson('PUT', url, data, options);

/** @throws {HttpFailure} */
export const del = <T>(url: string, options: RequestOptions = {}): Promise<HttpResponse<T>> =>
  sendJson('DELETE', url, undefined, options);
