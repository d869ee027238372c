import { type ContactMessage, normaliseMessage } from '../api/rules.ts';
import { type Outcome, type Particulars, sendEnquiry, unexpected } from '../api/sendEnquiry.ts';
import {
  currentDraft,
  discardSentDraft,
  forgetAttempt,
  hasText,
  keyOf,
  noteAttempt,
  renewKey,
  saveDraft,
} from './drafts.ts';
import { begin, end, fail, succeed, succeedBefore } from './submission.ts';

export type Signs = Pick<Particulars, 'elapsed' | 'honeypot'>;

const pending = new Map<string, Promise<void>>();
let newest: string | undefined;

/** Records the outcome even if the form is gone by then. @param typed must be valid */
export async function submit(typed: ContactMessage, signs: Signs): Promise<void> {
  begin();
  try {
    await sendOnce(typed, signs);
  } catch {
    fail(unexpected);
  } finally {
    end();
  }
}

/** Joins a running request for the same text: the visitor may have left the form and come back. */
function sendOnce(typed: ContactMessage, signs: Signs): Promise<void> {
  const draft = saveDraft(typed);
  const message = normaliseMessage(typed);
  const key = keyOf(draft, message);
  const others = draft.attempts.filter((it) => it.mayHaveArrived && it.key !== key);
  const sent =
    pending.get(key) ??
    send(message, { key, replaces: others.map((it) => it.key), ...signs }).finally(() =>
      pending.delete(key),
    );
  pending.set(key, sent);
  newest = key;
  return sent;
}

async function send(
  message: ContactMessage,
  particulars: Particulars,
  isRenewed = false,
): Promise<void> {
  const { key } = particulars;
  // recorded before the answer, because the page may be closed
  noteAttempt({ key, mayHaveArrived: true });
  const outcome = await sendEnquiry(message, particulars);
  if (outcome.kind === 'sent' || !outcome.isKeyReused || isRenewed) {
    settle(outcome, key, message);
    return;
  }
  forgetAttempt(key);
  const renewed = renewKey(message);
  if (newest === key) newest = renewed;
  await send(message, { ...particulars, key: renewed }, true);
}

function settle(outcome: Outcome, key: string, message: ContactMessage): void {
  if (outcome.kind === 'failed') {
    noteAttempt({ key, mayHaveArrived: outcome.mayHaveArrived });
    fail(outcome);
    return;
  }
  const draft = currentDraft();
  const isChanged = draft !== undefined && !hasText(draft, message);
  // the visitor learns that this version arrived, so the next one does not replace it
  if (isChanged) forgetAttempt(key);
  else discardSentDraft(message);
  if (isChanged || key !== newest) succeedBefore(outcome.reference);
  else succeed(outcome.reference);
}
