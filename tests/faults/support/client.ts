import { request } from 'node:http';
import contract from '../../contract/answers.json' with { type: 'json' };

export interface Answer {
  readonly status: number;
  readonly reference: string | null;
  /** The header Retry-After. */
  readonly retryAfter: string | null;
  readonly body: unknown;
}

export const SUCCESS = contract.answers.success.response;
const { status, body } = contract.answers['the store cannot be written'].response;
export const UNAVAILABLE = { status, body };

export const FAILING = { status: 503, body: { status: 'failing' } };

interface Options {
  readonly key?: string | undefined;
  readonly message?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly from?: string;
}

/** Uses a new connection from a chosen address, which fetch() does not offer. */
function ask(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
  from = '127.0.0.1',
): Promise<Answer> {
  const signal = AbortSignal.timeout(60_000);
  return new Promise((resolve, reject) => {
    const options = { method, headers, localAddress: from, agent: false, signal };
    const sent = request(url, options, async (response) => {
      try {
        let said = '';
        for await (const piece of response.setEncoding('utf8')) said += piece;
        const { 'enquiry-reference': reference, 'retry-after': retryAfter } = response.headers;
        resolve({
          status: response.statusCode ?? 0,
          reference: typeof reference === 'string' ? reference : null,
          retryAfter: retryAfter ?? null,
          body: JSON.parse(said),
        });
      } catch (failure) {
        reject(failure);
      }
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** @param url of a script */
export const get = (url: string, headers: Readonly<Record<string, string>> = {}) => ask(url, 'GET', headers);

/** @param site the address that the endpoint is behind */
export function postTo(
  site: string,
  about: string,
  { key, message = contract.message.message, headers = {}, from }: Options = {},
): Promise<Answer> {
  const body = JSON.stringify({ ...contract.message, subject: about, message });
  return ask(
    `${site}/contact_process.php`,
    'POST',
    {
      ...headers,
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    },
    body,
    from,
  );
}
