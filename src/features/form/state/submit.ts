import type { Rules, Typed, Values } from '../api/rules.ts';
import { type Outcome, type Particulars, type Send, unexpected } from '../api/sendEnquiry.ts';
import { type createDrafts, keyOf } from './drafts.ts';
import type { Submission } from './submission.ts';

export type Signs = Pick<Particulars, 'elapsed' | 'honeypot'>;

interface Parts {
  readonly rules: Rules;
  readonly drafts: ReturnType<typeof createDrafts>;
  readonly submission: Submission;
  readonly send: Send;
}

/** @returns sends a valid message, and records the outcome even if the form is gone by then */
export function createSubmit({ rules, drafts, submission, send }: Parts) {
  const pending = new Map<string, Promise<void>>();
  let newest: string | undefined;

  /** Joins a running request for the same text: the visitor may have left the form and come back. */
  function sendOnce(typed: Typed, signs: Signs): Promise<void> {
    const draft = drafts.save(typed);
    const message = rules.normalise(typed);
    const key = keyOf(draft, message);
    const others = draft.attempts.filter((it) => it.mayHaveArrived && it.key !== key);
    const sent =
      pending.get(key) ??
      attempt(message, { key, replaces: others.map((it) => it.key), ...signs }).finally(() => pending.delete(key));
    pending.set(key, sent);
    newest = key;
    return sent;
  }

  async function attempt(message: Values, particulars: Particulars) {
    const { key } = particulars;
    // recorded before the answer, because the page may be closed
    drafts.noteAttempt({ key, mayHaveArrived: true });
    settle(await send(message, particulars), key, message);
  }

  function settle(outcome: Outcome, key: string, message: Values): void {
    if (outcome.kind === 'failed') {
      drafts.noteAttempt({ key, mayHaveArrived: outcome.mayHaveArrived });
      submission.fail(outcome);
      return;
    }
    const isChanged = drafts.isChanged(message);
    // the visitor learns that this version arrived, so the next one does not replace it
    drafts.forgetAttempt(key);
    if (!isChanged) drafts.discardSent(message);
    if (isChanged || key !== newest) submission.succeedBefore(outcome.reference);
    else submission.succeed(outcome.reference);
  }

  return async (typed: Typed, signs: Signs): Promise<void> => {
    submission.begin();
    try {
      await sendOnce(typed, signs);
    } catch {
      submission.fail(unexpected);
    } finally {
      submission.end();
    }
  };
}
