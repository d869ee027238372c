// by name, because the endpoint's other sentences stay out of the script
import { invalid, server, tooMany, wait } from '../../../../server/forms/failures.json';
import { env } from '../../../config/env.ts';
import { formWords, listedLabels } from '../../../content/words/form.ts';
import { HttpFailure, post } from '../../../lib/http/index.ts';
import { contentOf, normalise, type Rules, type Values } from './rules.ts';

/** A message that was not sent, or may not have been. */
export interface Failed {
  readonly text: string;
  readonly mayHaveArrived: boolean;
  readonly isOffline?: boolean;
  readonly refused?: Refusals;
}

/** Errors from the endpoint by field, with the rejected values. */
export type Refusals = Readonly<Record<string, { readonly value: string; readonly message: string }>>;

/** Empty texts without them. */
export interface Receipt {
  readonly reference: string;
  /** By when the firm promises to answer, such as 2026-11-27T09:24:00+02:00. */
  readonly promisedBy: string;
}

/** `sentBefore`: the visitor has changed the text since. */
export type Outcome =
  | { readonly kind: 'sent' | 'sentBefore'; readonly receipt: Receipt }
  | ({ readonly kind: 'failed' } & Failed);

/** What sending needs to know about a form. */
export interface Recipient {
  readonly address: string;
  readonly rules: Pick<Rules, 'fieldNames' | 'entryOf'>;
}

export const addressOf = (form: string): string => `${env.servicePrefix}/${form}_process.php`;

const { failure } = formWords;

/** In milliseconds. The visitor can then retry with the same key. */
const TIME_LIMIT = 20_000;
/** Additional milliseconds for each byte: some connections carry 250 bytes a second. */
const PER_BYTE = 4;
const SHORT_MESSAGE = 1024;

/** Sent as headers. */
export interface Particulars {
  readonly key: string;
  /** Milliseconds since the page was opened; undefined for a restored draft. */
  readonly elapsed: number | undefined;
  readonly honeypot: string;
}

/** Every failure is an outcome; nothing is thrown. */
export async function sendEnquiry(recipient: Recipient, message: Values, particulars: Particulars): Promise<Outcome> {
  const content = contentOf(message);
  const attempt = (asForm = false) => {
    const form = new URLSearchParams({ ...content });
    return post<unknown>(recipient.address, asForm ? form : content, {
      headers: headersOf(particulars),
      timeLimit: timeLimitFor(asForm ? form.toString() : JSON.stringify(content)),
    });
  };
  // only chooses the error message: the device may be wrong about its connection
  const wasOffline = !navigator.onLine;
  try {
    const { data, headers } = await attempt().catch((error: unknown) => {
      // the answer has set a valid token
      if (codeOf(error) === 'invalid_token') return attempt();
      if (isFirewall(error)) return attempt(true);
      throw error;
    });
    return isRecord(data) && data['status'] === 'success'
      ? { kind: 'sent', receipt: receiptIn(headers) }
      : unknown(failure.unexpected);
  } catch (error) {
    // thrown before the request
    if (!(error instanceof HttpFailure)) return notSent(failure.outdated);
    if (error.reason === 'network' && wasOffline && !navigator.onLine) {
      return { ...notSent(failure.offline), isOffline: true };
    }
    return explain(recipient, error, message);
  }
}

const receiptIn = (headers: Headers): Receipt => ({
  reference: headers.get('Enquiry-Reference') ?? '',
  promisedBy: headers.get('Enquiry-Promised-By') ?? '',
});

function timeLimitFor(body: string): number {
  const bytes = new TextEncoder().encode(body).length;
  return TIME_LIMIT + PER_BYTE * Math.max(0, bytes - SHORT_MESSAGE);
}

function headersOf({ key, elapsed, honeypot }: Particulars): Record<string, string> {
  return {
    'Idempotency-Key': key,
    ...(elapsed !== undefined && { 'X-Form-Elapsed': String(Math.round(elapsed)) }),
    // a header may hold ASCII only
    ...(honeypot !== '' && {
      'X-Form-Trap': encodeURIComponent(normalise(honeypot)).slice(0, 100),
    }),
  };
}

const notSent = (text: string) => ({ kind: 'failed', text, mayHaveArrived: false }) as const;

const unknown = (text: string) => ({ kind: 'failed', text, mayHaveArrived: true }) as const;

const codeOf = (error: unknown) =>
  error instanceof HttpFailure && isRecord(error.data) ? error.data['code'] : undefined;

/** Some hosts' firewalls refuse JSON and accept forms. The endpoint's own refusals have a code. */
const isFirewall = (error: unknown): boolean =>
  error instanceof HttpFailure && [403, 406, 415, 501].includes(error.status ?? 0) && codeOf(error) === undefined;

const WORDS: Readonly<Record<number, string>> = {
  403: failure.refused,
  408: failure.tooSlow,
  413: failure.tooLarge,
};

function explain({ rules }: Recipient, error: HttpFailure, message: Values): Outcome {
  const { status, data, headers } = error;
  if (status === undefined) return unknown(failure.noAnswer);
  if (status < 300) return unknown(failure.unexpected);
  if (status >= 500) {
    // an answer without a code comes from a proxy or the web server
    const code = codeOf(error) ?? 'undecided';
    return code === 'undecided' ? unknown(failure.unexpected) : notSent(server);
  }
  if (status === 429) return notSent(tooManyFor(headers.get('Retry-After')));
  const refused = status === 422 ? refusals(rules.fieldNames, data, message) : {};
  const labels = Object.keys(refused).map((field) => rules.entryOf(field).label);
  return labels.length > 0
    ? { ...notSent(invalid.replace('{fields}', listedLabels(labels))), refused }
    : notSent(WORDS[status] ?? failure.outdated);
}

/** @param retryAfter in seconds */
function tooManyFor(retryAfter: string | null): string {
  const minutes = Math.ceil(Number(retryAfter) / 60);
  const when = minutes > 1 ? wait.more : minutes === 1 ? wait.one : wait.unknown;
  return tooMany.replace('{wait}', when).replace('{minutes}', String(minutes));
}

function refusals(fieldNames: readonly string[], data: unknown, message: Values): Refusals {
  const errors = isRecord(data) && isRecord(data['errors']) ? data['errors'] : {};
  return Object.fromEntries(
    fieldNames.flatMap((field) => {
      const text = errors[field];
      return typeof text === 'string' ? [[field, { value: message[field] ?? '', message: text }]] : [];
    }),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
