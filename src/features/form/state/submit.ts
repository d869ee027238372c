import type { Rules, Typed, Values } from '../api/rules.ts';
import { type Particulars, type Recipient, sendEnquiry, unexpected } from '../api/sendEnquiry.ts';
import { type createDrafts, keyOf } from './drafts.ts';
import type { Submission } from './submission.ts';

export type Signs = Pick<Particulars, 'elapsed' | 'honeypot'>;

interface Parts extends Recipient {
  readonly rules: Rules;
  readonly drafts: ReturnType<typeof createDrafts>;
  readonly submission: Submission;
}

/** @returns sends a valid message, and records the outcome even if the form is gone by then */
export function createSubmit(parts: Parts) {
  const { rules, drafts, submission } = parts;
  const pending = new Map<string, Promise<void>>();
  let newest: string | undefined;

  /** Joins a running request for the same text: the visitor may have left the form and come back. */
  function sendOnce(typed: Typed, signs: Signs): Promise<void> {
    const draft = drafts.save(typed);
    const message = rules.normalise(typed);
    const key = keyOf(draft, message);
    const sent = pending.get(key) ?? attempt(message, { key, ...signs }).finally(() => pending.delete(key));
    pending.set(key, sent);
    newest = key;
    return sent;
  }

  async function attempt(message: Values, particulars: Particulars): Promise<void> {
    const { key } = particulars;
    // recorded before the answer, because the page may be closed
    drafts.noteAttempt(key, true);
    const outcome = await sendEnquiry(parts, message, particulars);
    drafts.noteAttempt(key, outcome.kind === 'failed' && outcome.mayHaveArrived);
    if (outcome.kind === 'failed') submission.fail(outcome);
    else if (drafts.discardSent(message) && key === newest) submission.succeed(outcome.receipt);
    else submission.succeedBefore(outcome.receipt);
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
