import { HttpFailure } from './HttpFailure.ts';
import {
  DEFAULT_TIME_LIMIT,
  type HttpResponse,
  mergeHeaders,
  parseJson,
  parseLeniently,
  type RequestOptions,
} from './request.ts';
import { xsrfHeader } from './xsrf.ts';

export interface UploadOptions extends RequestOptions {
  /** `total` is 0 while it is unknown. */
  readonly onProgress?: (sent: number, total: number) => void;
}

/** Posts the file as the field `file`. Uses XMLHttpRequest, because fetch reports no progress. @throws {HttpFailure} */
export function upload<T>(
  url: string,
  file: File,
  { headers, signal, timeLimit = DEFAULT_TIME_LIMIT, onProgress }: UploadOptions = {},
): Promise<HttpResponse<T>> {
  if (signal?.aborted) return Promise.reject(HttpFailure.aborted(url, signal.reason));
  const request = new XMLHttpRequest();
  request.open('POST', url);
  const ours = { Accept: 'application/json', ...xsrfHeader('POST', url) };
  mergeHeaders(ours, headers).forEach((value, name) => {
    request.setRequestHeader(name, value);
  });
  request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
    onProgress?.(loaded, lengthComputable ? total : 0);
  });
  let cleanUp = () => {};
  const answer = new Promise<HttpResponse<T>>((resolve, reject) => {
    const giveUp = (failure: HttpFailure) => {
      reject(failure);
      request.abort();
    };
    const abort = () => giveUp(HttpFailure.aborted(url, signal?.reason));
    const timer = setTimeout(() => giveUp(HttpFailure.timedOut(url, timeLimit)), timeLimit);
    signal?.addEventListener('abort', abort);
    cleanUp = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    request.addEventListener('error', (event) => reject(HttpFailure.noAnswer(url, event)));
    request.addEventListener('load', () => {
      try {
        resolve(readAnswer<T>(url, request));
      } catch (failure) {
        reject(failure);
      }
    });
  });
  const form = new FormData();
  form.set('file', file, file.name);
  request.send(form);
  return answer.finally(cleanUp);
}

function readAnswer<T>(url: string, request: XMLHttpRequest): HttpResponse<T> {
  const { status, responseText } = request;
  const headers = parseHeaders(request.getAllResponseHeaders());
  if (status < 200 || status > 299) {
    throw HttpFailure.refused(url, { status, headers, data: parseLeniently(responseText) });
  }
  try {
    return { status, headers, data: parseJson(responseText) as T };
  } catch (error) {
    throw HttpFailure.unreadable(url, { status, headers, data: responseText }, error);
  }
}

function parseHeaders(lines: string): Headers {
  const headers = new Headers();
  for (const line of lines.split('\r\n').filter(Boolean)) {
    const colon = line.indexOf(':');
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
