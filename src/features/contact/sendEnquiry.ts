import { env } from '../../config/env.ts';
import { contactForm } from '../../content/words/contactForm.ts';
import { HttpFailure, post } from '../../lib/http/index.ts';
import { type ContactMessage, contentOf, fieldNames, normalise } from './rules.ts';
import type { Failed, Refusals } from './submission.ts';

/** What became of an enquiry, in the terms of the form. */
export type Outcome =
  | { readonly kind: 'sent'; readonly reference: string | undefined }
  | ({
      readonly kind: 'failed';
      /** The key came with another message before. */
      readonly isKeyReused?: boolean;
    } & Failed);

export const endpointAddress = `${env.servicePrefix}/contact_process.php`;
const { failure } = contactForm;

/** Milliseconds after which the visitor is told, and may try again with the same key. */
const TIME_LIMIT = 20_000;
/** What is added for each byte of a long message: some connections carry 250 in a second. */
const PER_BYTE = 4;
const SHORT_MESSAGE = 1024;

/** What the endpoint is told besides the fields. */
export interface Particulars {
  /** The same for the same message: the endpoint keeps one of each. */
  readonly key: string;
  /** Keys of what this message takes the place of, if it arrived. */
  readonly replaces: readonly string[];
  /** Milliseconds that the visitor may have taken; unknown for a restored draft. */
  readonly elapsed: number | undefined;
  /** What stands in the field that people do not see. */
  readonly honeypot: string;
}

/**
 * Posts the enquiry; every answer, and none, is an outcome.
 * @throws what nobody expects
 */
export async function sendEnquiry(
  message: ContactMessage,
  particulars: Particulars,
): Promise<Outcome> {
  const content = contentOf(message);
  const attempt = () =>
    post<unknown>(endpointAddress, content, {
      headers: headersOf(particulars),
      timeLimit: timeLimitFor(content),
    });
  // a device may be wrong about its connection, so this is asked for the words alone
  const wasOffline = !navigator.onLine;
  try {
    const { data, headers } = await attempt().catch((error: unknown) => {
      // that answer brought a sound token along
      if (codeOf(error) === 'invalid_token') return attempt();
      throw error;
    });
    return isRecord(data) && data['status'] === 'success'
      ? { kind: 'sent', reference: headers.get('Enquiry-Reference') ?? undefined }
      : unknown(failure.unexpected);
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    if (error.reason === 'network' && wasOffline && !navigator.onLine) {
      return { ...notSent(failure.offline), isOffline: true };
    }
    return explain(error, message);
  }
}

function timeLimitFor(content: object): number {
  const bytes = new TextEncoder().encode(JSON.stringify(content)).length;
  return TIME_LIMIT + PER_BYTE * Math.max(0, bytes - SHORT_MESSAGE);
}

function headersOf({ key, replaces, elapsed, honeypot }: Particulars): Record<string, string> {
  return {
    'Idempotency-Key': key,
    ...(replaces.length > 0 && { 'X-Form-Replaces': replaces.join(', ') }),
    ...(elapsed !== undefined && { 'X-Form-Elapsed': String(Math.round(elapsed)) }),
    // a header may hold ASCII only
    ...(honeypot !== '' && {
      'X-Form-Trap': encodeURIComponent(normalise(honeypot)).slice(0, 100),
    }),
  };
}

const notSent = (text: string) => ({ kind: 'failed', text, mayHaveArrived: false }) as const;

const unknown = (text: string) => ({ kind: 'failed', text, mayHaveArrived: true }) as const;

/** What to say where something went wrong that no answer tells of. */
export const unexpected: Failed = unknown(failure.unexpected);

const codeOf = (error: unknown) =>
  error instanceof HttpFailure && isRecord(error.data) ? error.data['code'] : undefined;

/** Says what a failure means for the visitor (spec section 4, state 7). */
function explain(error: HttpFailure, message: ContactMessage): Outcome {
  const { status, data, headers } = error;
  if (status === undefined) return unknown(failure.noAnswer);
  if (status < 300) return unknown(failure.unexpected);
  if (status >= 500) {
    // without a code it is not the endpoint that answers, but whatever stands before it
    const code = codeOf(error) ?? 'undecided';
    return code === 'undecided' ? unknown(failure.unexpected) : notSent(failure.server);
  }
  switch (status) {
    case 408:
      return notSent(failure.tooSlow);
    case 403:
      return notSent(failure.refused);
    case 413:
      return notSent(failure.tooLarge);
    case 422: {
      const refused = refusals(data, message);
      return Object.keys(refused).length > 0
        ? { ...notSent(failure.invalid), refused }
        : { ...notSent(failure.outdated), isKeyReused: codeOf(error) === 'key_reused' };
    }
    case 429:
      return notSent(failure.tooMany(minutesIn(headers.get('Retry-After'))));
    default:
      return notSent(failure.outdated);
  }
}

function refusals(data: unknown, message: ContactMessage): Refusals {
  const errors = isRecord(data) && isRecord(data['errors']) ? data['errors'] : {};
  return Object.fromEntries(
    fieldNames.flatMap((field) => {
      const text = errors[field];
      return typeof text === 'string' ? [[field, { value: message[field], message: text }]] : [];
    }),
  );
}

/** Reads Retry-After (RFC 9110, section 10.2.3): seconds or a date. */
function minutesIn(retryAfter: string | null): number | undefined {
  const seconds = Number(retryAfter ?? Number.NaN);
  const wait = Number.isNaN(seconds) ? (Date.parse(retryAfter ?? '') - Date.now()) / 1000 : seconds;
  return wait > 0 ? Math.ceil(wait / 60) : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
