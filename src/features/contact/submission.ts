import { useSyncExternalStore } from 'react';
import { readItem, removeItem, writeItem } from '../../lib/storage.ts';
import contactPlace from '../../pages/contact-us/place.ts';

/** A message that was not sent, or of which nobody can tell. */
export interface Failed {
  /** What the visitor reads. */
  readonly text: string;
  /** Whether it may have arrived all the same. */
  readonly mayHaveArrived: boolean;
  /** Whether all that lacks is a connection. */
  readonly isOffline?: boolean;
  /** What the endpoint found wrong with fields, and with which value of theirs. */
  readonly refused?: Refusals;
}

export type Refusals = Readonly<
  Record<string, { readonly value: string; readonly message: string }>
>;

/** What a visitor is told who was not looking at the form when the answer came. */
export type Notice =
  | { readonly kind: 'sent' | 'sentBefore'; readonly reference: string | undefined }
  | { readonly kind: 'notSent' | 'unknown' };

/** What became of the message that was sent from this tab, wherever on the site its visitor is. */
interface Submission {
  /** How many are on their way; two where one was changed meanwhile. */
  readonly pending: number;
  /** The reference of what was sent, '' where none was told; null where nothing was. */
  readonly receipt: string | null;
  /** Whether the receipt is news to whoever looks at it. */
  readonly isNews: boolean;
  /** The reference of what was sent before, which the form goes on to tell; null where nothing was. */
  readonly previous: string | null;
  readonly failure: Failed | undefined;
  readonly notice: Notice | undefined;
}

/** Their names in the storage of the tab. */
const RECEIPT = 'contact-receipt';
const PREVIOUS = 'contact-receipt-before';
/** There while it is unknown what became of a message, and its visitor may not know that. */
const UNDECIDED = 'contact-undecided';

const NOTHING: Submission = {
  pending: 0,
  receipt: null,
  isNews: false,
  previous: null,
  failure: undefined,
  notice: undefined,
};

/** Whether a message was sent by a page that was left altogether before there was an answer. */
const isUndecided = () =>
  // at the form its draft says so
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

/** Says that the visitor sees the form, and by it what becomes of a message. @returns says that it is gone */
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

/** Takes the form's place. */
export function succeed(reference: string | undefined): void {
  const isNews = formsInSight > 0;
  const notice: Notice | undefined = isNews ? undefined : { kind: 'sent', reference };
  change({ receipt: keep(RECEIPT, reference ?? ''), isNews, failure: undefined, notice });
}

/** Leaves the form as it is: its visitor has typed something else since, or sent that already. */
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

/** For a visitor who wants an empty form, and is still told what was sent. */
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
