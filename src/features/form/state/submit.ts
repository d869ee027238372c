import type { Rules, Typed } from '../api/rules.ts';
import { type Particulars, type Recipient, sendEnquiry } from '../api/sendEnquiry.ts';
import type { Attempt, createDrafts } from './drafts.ts';
import type { Submission } from './submission.ts';

export type Signs = Pick<Particulars, 'elapsed' | 'honeypot'>;

interface Parts extends Recipient {
  readonly rules: Rules;
  readonly drafts: ReturnType<typeof createDrafts>;
  readonly submission: Submission;
}

/** @returns sends a valid message, and records the outcome even if the form is gone by then */
export function createSubmit(parts: Parts) {
  const { drafts, submission } = parts;
  /** Under way, by key. */
  const attempts = new Map<string, Promise<void>>();

  const outcomeOf = async ({ key, message, end }: Attempt, signs: Signs) =>
    end(await sendEnquiry(parts, message, { key, ...signs }));

  return async (typed: Typed, signs: Signs): Promise<void> => {
    const attempt = drafts.attempt(typed);
    const { key } = attempt;
    // the visitor may have left the form and come back
    const running =
      attempts.get(key) ?? submission.follow(outcomeOf(attempt, signs)).finally(() => attempts.delete(key));
    attempts.set(key, running);
    await running;
  };
}
