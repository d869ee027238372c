import { useSyncExternalStore } from 'react';
import { readItem, removeItem, writeItem } from '../../../lib/storage.ts';
import contactPlace from '../../../pages/contact-us/place.ts';
import type { Failed } from '../api/sendEnquiry.ts';

/** Shown if the visitor did not see the form when the answer came. */
export type Notice =
  | { readonly kind: 'sent' | 'sentBefore'; readonly reference: string | undefined }
  | { readonly kind: 'notSent' | 'unknown' };

interface Submission {
  /** Requests under way: two if the visitor sent a second version. */
  readonly pending: number;
  /** The reference of the sent message, or '' without one; null if nothing was sent. */
  readonly receipt: string | null;
  readonly isNews: boolean;
  /** The reference of the previous message, which the empty form still shows. */
  readonly previous: string | null;
  readonly failure: Failed | undefined;
  readonly notice: Notice | undefined;
}

/** Keys in sessionStorage. UNDECIDED is set while a request is under way. */
const RECEIPT = 'contact-receipt';
const PREVIOUS = 'contact-receipt-before';
const UNDECIDED = 'contact-undecided';

const NOTHING: Submission = {
  pending: 0,
  receipt: null,
  isNews: false,
  previous: null,
  failure: undefined,
  notice: undefined,
};

/** Whether the page was left or reloaded before the answer. On the contact page, the draft notice says so. */
const isUndecided = () =>
  readItem('sessionStorage', UNDECIDED) !== null && window.location.pathname !== contactPlace.path;

let submission: Submission = {
  ...NOTHING,
  receipt: readItem('sessionStorage', RECEIPT),
  previous: readItem('sessionStorage', PREVIOUS),
  notice: isUndecided() ? { kind: 'unknown' } : undefined,
};
let formsInSight = 0;
const listeners = new Set<() => void>();

function change(changes: Partial<Submission>): void {
  submission = { ...submission, ...changes };
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

export const useSubmission = (): Submission =>
  useSyncExternalStore(
    subscribe,
    () => submission,
    () => NOTHING,
  );

/** @returns a function that records that the form is gone */
export function showForm(): () => void {
  formsInSight += 1;
  dismissNotice();
  return () => {
    formsInSight -= 1;
  };
}

export function begin(): void {
  writeItem('sessionStorage', UNDECIDED, 'yes');
  change({ pending: submission.pending + 1, failure: undefined, notice: undefined });
}

export function end(): void {
  removeItem('sessionStorage', UNDECIDED);
  change({ pending: submission.pending - 1 });
}

export function succeed(reference: string | undefined): void {
  const isNews = formsInSight > 0;
  const notice: Notice | undefined = isNews ? undefined : { kind: 'sent', reference };
  change({ receipt: keep(RECEIPT, reference ?? ''), isNews, failure: undefined, notice });
}

export function succeedBefore(reference: string | undefined): void {
  change({
    previous: keep(PREVIOUS, reference ?? ''),
    notice: { kind: 'sentBefore', reference },
  });
}

export function fail(failure: Failed): void {
  const kind = failure.mayHaveArrived ? 'unknown' : 'notSent';
  change({ failure, notice: formsInSight > 0 ? undefined : { kind } });
}

export function startAfresh(): void {
  const { receipt, previous } = submission;
  removeItem('sessionStorage', RECEIPT);
  change({
    receipt: null,
    isNews: false,
    previous: receipt === null ? previous : keep(PREVIOUS, receipt),
    failure: undefined,
  });
}

function keep(name: string, reference: string): string {
  writeItem('sessionStorage', name, reference);
  return reference;
}

export function markReceiptSeen(): void {
  if (submission.isNews) change({ isNews: false });
}

export const dismissFailure = (): void => change({ failure: undefined });

export function dismissNotice(): void {
  removeItem('sessionStorage', UNDECIDED);
  if (submission.notice !== undefined) change({ notice: undefined });
}
