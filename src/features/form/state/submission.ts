import { useSyncExternalStore } from 'react';
import { readItem, removeItem, writeItem } from '../../../lib/storage.ts';
import type { Place } from '../../../prerender/schema.ts';
import type { Failed, Outcome, Receipt } from '../api/sendEnquiry.ts';

/** Shown if the visitor did not see the form when the answer came. */
export type Notice =
  | { readonly kind: 'sent' | 'sentBefore' | 'sentElsewhere'; readonly reference: string }
  | { readonly kind: 'notSent' | 'unknown' };

interface State {
  /** Requests under way: two if the visitor sent a second version. */
  readonly pending: number;
  /** Of the sent message; null if nothing was sent. */
  readonly receipt: Receipt | null;
  readonly isNews: boolean;
  /** The reference of the previous message, which the empty form still shows. */
  readonly previous: string | null;
  readonly failure: Failed | undefined;
  readonly notice: Notice | undefined;
}

/** A page with a form, and the form's name. */
export type FormPlace = Place & { readonly form: string };

const NOTHING: State = {
  pending: 0,
  receipt: null,
  isNews: false,
  previous: null,
  failure: undefined,
  notice: undefined,
};

function parsed(kept: string | null): Receipt | null {
  if (kept === null) return null;
  const [reference = '', promisedBy = ''] = kept.split(' ');
  return { reference, promisedBy };
}

export type Submission = ReturnType<typeof createSubmission>;

/** What became of the messages of one form. Every page loads this, for the notice, so it knows no rules. */
export function createSubmission(place: FormPlace) {
  /** Keys in sessionStorage. UNDECIDED is set while a request is under way. */
  const RECEIPT = `${place.form}-receipt`;
  const PREVIOUS = `${place.form}-receipt-before`;
  const UNDECIDED = `${place.form}-undecided`;

  const isAtForm = () => window.location.pathname === place.path;

  /** Whether the page was left or reloaded before the answer. Beside the form, the draft notice says so. */
  const isUndecided = readItem('sessionStorage', UNDECIDED) !== null && !isAtForm();

  let state: State = {
    ...NOTHING,
    receipt: parsed(readItem('sessionStorage', RECEIPT)),
    previous: readItem('sessionStorage', PREVIOUS),
    notice: isUndecided ? { kind: 'unknown' } : undefined,
  };
  const listeners = new Set<() => void>();

  function change(changes: Partial<State>): void {
    state = { ...state, ...changes };
    for (const notify of listeners) notify();
  }

  function keep(key: string, text: string): string {
    writeItem('sessionStorage', key, text);
    return text;
  }

  function dismissNotice(): void {
    removeItem('sessionStorage', UNDECIDED);
    if (state.notice !== undefined) change({ notice: undefined });
  }

  function after(outcome: Outcome): Partial<State> {
    if (outcome.kind === 'failed') {
      const kind = outcome.mayHaveArrived ? 'unknown' : 'notSent';
      return { failure: outcome, notice: isAtForm() ? undefined : { kind } };
    }
    const { kind, receipt } = outcome;
    const { reference } = receipt;
    if (kind === 'sentBefore') return { previous: keep(PREVIOUS, reference), notice: { kind, reference } };
    return confirmed(receipt);
  }

  function confirmed(receipt: Receipt): Partial<State> {
    const { reference, promisedBy } = receipt;
    keep(RECEIPT, `${reference} ${promisedBy}`);
    const isNews = isAtForm();
    return { receipt, isNews, failure: undefined, notice: isNews ? undefined : { kind: 'sent', reference } };
  }

  return {
    place,
    state: () => state,
    subscribe(notify: () => void): () => void {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },

    /** From Send to the answer. @param outcome never fails */
    async follow(outcome: Promise<Outcome>): Promise<void> {
      writeItem('sessionStorage', UNDECIDED, 'yes');
      change({ pending: state.pending + 1, failure: undefined, notice: undefined });
      const changes = after(await outcome);
      removeItem('sessionStorage', UNDECIDED);
      change({ ...changes, pending: state.pending - 1 });
    },

    /** Another tab has sent the same text. */
    confirm: (receipt: Receipt): void => change(confirmed(receipt)),

    /** Another tab has sent another version of the text. The visitor is told once. */
    tellOther({ reference }: Receipt): void {
      if (state.previous === reference) return;
      const notice = { kind: 'sentElsewhere', reference } as const;
      change({ previous: keep(PREVIOUS, reference), failure: undefined, notice });
    },

    startAfresh(): void {
      const { receipt, previous } = state;
      removeItem('sessionStorage', RECEIPT);
      change({
        receipt: null,
        isNews: false,
        previous: receipt === null ? previous : keep(PREVIOUS, receipt.reference),
        failure: undefined,
      });
    },

    markReceiptSeen(): void {
      if (state.isNews) change({ isNews: false });
    },

    dismissFailure(): void {
      if (state.failure !== undefined) change({ failure: undefined });
    },
    dismissNotice,
  };
}

export const useSubmissionOf = ({ subscribe, state }: Submission): State =>
  useSyncExternalStore(subscribe, state, () => NOTHING);
