import { ask, type Question } from '../../hosting/support/ask.ts';
import { answerTo, message as sample } from '../../support/answers.ts';

export interface Answer {
  readonly status: number;
  readonly reference: string | null;
  /** The header Retry-After. */
  readonly retryAfter: string | null;
  readonly body: unknown;
}

const told = (scenario: Parameters<typeof answerTo>[0]) => {
  const { status, body } = answerTo(scenario);
  return { status, body };
};
export const SUCCESS = told('success');
export const UNAVAILABLE = told('the store cannot be written');

export const FAILING = { status: 503, body: { status: 'failing' } };

interface Options {
  readonly key?: string | undefined;
  readonly message?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @param site the address that the endpoint is behind */
export async function askSite(site: string, path: string, question: Question = {}): Promise<Answer> {
  const signal = AbortSignal.timeout(60_000);
  const { status, headers, body } = await ask(Number(new URL(site).port), path, { ...question, signal });
  const { 'enquiry-reference': reference, 'retry-after': retryAfter = null } = headers;
  return { status, reference: typeof reference === 'string' ? reference : null, retryAfter, body: JSON.parse(body) };
}

export const postTo = (
  site: string,
  about: string,
  { key, message = sample.message, headers = {} }: Options = {},
): Promise<Answer> =>
  askSite(site, '/contact_process.php', {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', ...(key !== undefined && { 'Idempotency-Key': key }) },
    body: JSON.stringify({ ...sample, subject: about, message }),
  });
