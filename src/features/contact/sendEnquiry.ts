import { env } from '../../config/env.ts';
import { contactUs } from '../../content/contactUs.ts';
import { HttpFailure, post } from '../../lib/http/index.ts';
import { type ContactMessage, type FieldErrors, fieldNames, normalise } from './rules.ts';

/** What became of an enquiry, in the terms of the form. */
export type Outcome =
  | { readonly kind: 'sent'; readonly reference: string | undefined }
  | { readonly kind: 'invalid'; readonly errors: FieldErrors }
  | { readonly kind: 'failed'; readonly text: string };

export type Failed = Exclude<Outcome, { kind: 'sent' }>;

export const endpointAddress = `${env.servicePrefix}/contact_process.php`;
const { failure } = contactUs;

/** Milliseconds after which the visitor is told, and may try again with the same key. */
const TIME_LIMIT = 20_000;

/** What tells a person from a machine; it marks a mail as suspect and refuses none. */
export interface Signs {
  /** Milliseconds between the form's appearance and the sending; unknown for a restored draft. */
  readonly elapsed: number | undefined;
  /** What stands in the field that people do not see. */
  readonly trap: string;
}

/**
 * Posts the enquiry; every way it can end is an outcome.
 * @param key the same for the same message: the endpoint keeps one of each
 */
export async function sendEnquiry(
  message: ContactMessage,
  key: string,
  { elapsed, trap }: Signs,
): Promise<Outcome> {
  if (!navigator.onLine) return { kind: 'failed', text: failure.offline };
  const signs = {
    ...(elapsed !== undefined && { 'X-Form-Elapsed': String(Math.round(elapsed)) }),
    // a header may hold ASCII only
    ...(trap !== '' && { 'X-Form-Trap': encodeURIComponent(normalise(trap)).slice(0, 100) }),
  };
  const attempt = () =>
    post<unknown>(endpointAddress, message, {
      headers: { 'Idempotency-Key': key, ...signs },
      timeLimit: TIME_LIMIT,
    });
  try {
    const { data, headers } = await attempt().catch((error: unknown) => {
      // that answer brought a sound token along
      if (codeOf(error) === 'invalid_token') return attempt();
      throw error;
    });
    return isRecord(data) && data['status'] === 'success'
      ? { kind: 'sent', reference: headers.get('Enquiry-Reference') ?? undefined }
      : { kind: 'failed', text: failure.unexpected };
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    return explain(error);
  }
}

const codeOf = (error: unknown) =>
  error instanceof HttpFailure && isRecord(error.data) ? error.data['code'] : undefined;

/** Says what a failure means for the visitor (spec section 4, state 7). */
function explain(error: HttpFailure): Outcome {
  const { status, data, headers } = error;
  if (status === undefined) return { kind: 'failed', text: failure.noAnswer };
  if (status < 300) return { kind: 'failed', text: failure.unexpected };
  if (status >= 500) {
    // without a code it is not the endpoint that answers, but whatever stands before it
    const isOurs = codeOf(error) !== undefined;
    return { kind: 'failed', text: isOurs ? failure.server : failure.unexpected };
  }
  switch (status) {
    case 403:
      return { kind: 'failed', text: failure.refused };
    case 413:
      return { kind: 'failed', text: failure.tooLarge };
    case 422: {
      const errors = fieldErrors(data);
      return Object.keys(errors).length > 0
        ? { kind: 'invalid', errors }
        : { kind: 'failed', text: failure.outdated };
    }
    case 429:
      return { kind: 'failed', text: failure.tooMany(minutesIn(headers.get('Retry-After'))) };
    default:
      return { kind: 'failed', text: failure.outdated };
  }
}

function fieldErrors(data: unknown): FieldErrors {
  const errors: FieldErrors = {};
  if (!isRecord(data) || !isRecord(data['errors'])) return errors;
  for (const field of fieldNames) {
    const message = data['errors'][field];
    if (typeof message === 'string') errors[field] = message;
  }
  return errors;
}

/** Reads Retry-After (RFC 9110, section 10.2.3): seconds or a date. */
function minutesIn(retryAfter: string | null): number | undefined {
  const seconds = Number(retryAfter ?? Number.NaN);
  const wait = Number.isNaN(seconds) ? (Date.parse(retryAfter ?? '') - Date.now()) / 1000 : seconds;
  return wait > 0 ? Math.ceil(wait / 60) : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
