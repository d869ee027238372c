import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  all(name: string): readonly string[];
  readonly body: string;
}

export interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** Requests exactly this path. fetch would normalise it. */
export function ask(port: number, path: string, question: Question = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body, signal } = question;
  return new Promise((resolve, reject) => {
    let received: IncomingMessage | undefined;
    const asked = request(
      {
        ...{ host: '127.0.0.1', port, path, method, agent: false },
        headers: { Connection: 'keep-alive', ...headers },
        ...(signal && { signal }),
      },
      (answer) => {
        received = answer;
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('error', reject);
        answer.once('end', () => {
          asked.destroy();
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            rawHeaders: answer.rawHeaders,
            all: (name) => answer.headersDistinct[name.toLowerCase()] ?? [],
            body: decode(Buffer.concat(chunks), answer.headers['content-encoding']),
          });
        });
      },
    );
    asked.once('error', (error) => {
      // Apache may refuse the rest of a long body a second time, after the script's answer: browsers ignore that
      if (!received?.complete) reject(error);
    });
    asked.end(body);
  });
}

function decode(body: Buffer, encoding: string | undefined): string {
  if (body.length === 0 || encoding === undefined) return body.toString();
  if (encoding === 'br') return brotliDecompressSync(body).toString();
  if (encoding === 'gzip') return gunzipSync(body).toString();
  throw new Error(`The body has the unexpected encoding ${encoding}.`);
}

export const headerBytes = ({ rawHeaders }: Answer) =>
  rawHeaders.join('').length + 2 * rawHeaders.length + 'HTTP/1.1 200 OK\r\n\r\n'.length;
