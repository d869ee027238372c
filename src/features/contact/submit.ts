import { reportError } from '../../lib/errorReports.ts';
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
import { type ContactMessage, normaliseMessage } from './rules.ts';
import { type Outcome, type Particulars, sendEnquiry, unexpected } from './sendEnquiry.ts';
import { begin, end, fail, succeed, succeedBefore } from './submission.ts';

export type Signs = Pick<Particulars, 'elapsed' | 'honeypot'>;

/** What is on its way, by its key. */
const pending = new Map<string, Promise<void>>();
/** The key of what was sent last. */
let newest: string | undefined;

/**
 * Sends what was typed, and sees to what becomes of it, also where its form is gone by then.
 * @param typed passes the rules
 * @returns once its fate is known
 */
export async function submit(typed: ContactMessage, signs: Signs): Promise<void> {
  begin();
  try {
    await sendOnce(typed, signs);
  } catch (error) {
    reportError('sending', error);
    fail(unexpected);
  } finally {
    end();
  }
}

/** Sends nothing that is on its way already: its form may have been left and come back to. */
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
  // until there is an answer; the page may be closed before
  noteAttempt({ key, mayHaveArrived: true });
  const outcome = await sendEnquiry(message, particulars);
  if (outcome.kind === 'sent' || !outcome.isKeyReused || isRenewed) {
    settle(outcome, key, message);
    return;
  }
  // the key stands for another message, as where this device's storage was put back or copied
  forgetAttempt(key);
  const renewed = renewKey(message);
  if (newest === key) newest = renewed;
  await send(message, { ...particulars, key: renewed }, true);
}

function settle(
  outcome: Exclude<Outcome, { kind: 'keyReused' }>,
  key: string,
  message: ContactMessage,
): void {
  if (outcome.kind === 'failed') {
    noteAttempt({ key, mayHaveArrived: outcome.mayHaveArrived });
    fail(outcome);
    return;
  }
  const draft = currentDraft();
  const isChanged = draft !== undefined && !hasText(draft, message);
  // its visitor is told that it arrived, so what they send next does not take its place
  if (isChanged) forgetAttempt(key);
  else discardSentDraft(key, outcome.reference);
  if (isChanged || key !== newest) succeedBefore(outcome.reference);
  else succeed(outcome.reference);
}
