import { keysOf, readItem, removeItem, writeItem } from '../../../lib/storage.ts';
import { type ContactMessage, contentOf, eachField, normaliseMessage } from '../api/rules.ts';

export interface Attempt {
  readonly key: string;
  readonly mayHaveArrived: boolean;
}

export interface Draft {
  /** Random. Tabs that opened the same draft share it, so they send the same text with the same key. */
  readonly id: string;
  readonly values: ContactMessage;
  /** Unix time in milliseconds. */
  readonly savedAt: number;
  readonly attempts: readonly Attempt[];
  /** The subject that a link to the form filled in. */
  readonly prefilled?: string | undefined;
}

/** The one draft of this device, in localStorage: the newest text wins. */
export const DRAFT = 'enquiry-draft';
/** Releases up to 1.1 kept a draft for each tab under this prefix. They are removed unread. */
const OLD_DRAFTS = 'contact-draft';
/** A week, as the privacy notice says: other people may use the device. */
const LIFETIME = 7 * 24 * 60 * 60 * 1000;
/** The endpoint reads no more keys than this (server/src/Http). */
const MOST_ATTEMPTS = 5;

/** The draft of this tab. Another tab may store a newer text; this tab keeps its own. */
let current: Draft | undefined;

export function loadDraft(): Draft | undefined {
  for (const key of keysOf('localStorage')) {
    if (key.startsWith(OLD_DRAFTS)) removeItem('localStorage', key);
  }
  current ??= storedDraft();
  if (current === undefined) removeItem('localStorage', DRAFT);
  return current;
}

export const currentDraft = (): Draft | undefined => current;

/**
 * An empty form clears the draft.
 * @param prefilled the subject that a link filled in; by default, the draft keeps the one it has
 */
export function saveDraft(values: ContactMessage, prefilled?: string): Draft {
  const id = current?.id ?? randomText();
  const known = [storedDraft(), current].find((draft) => draft?.id === id);
  const draft = {
    id,
    values,
    savedAt: Date.now(),
    attempts: known?.attempts ?? [],
    prefilled: prefilled ?? known?.prefilled,
  };
  if (isEmpty(values)) clearDraft();
  else keep(draft);
  return draft;
}

const isEmpty = (values: ContactMessage) => Object.keys(contentOf(values)).length === 0;

export function clearDraft(): void {
  current = undefined;
  removeItem('localStorage', DRAFT);
}

/** A newer text of another tab stays stored. */
export function discardSentDraft(message: ContactMessage): void {
  current = undefined;
  const stored = storedDraft();
  if (stored && hasText(stored, message)) removeItem('localStorage', DRAFT);
}

export function canKeepDrafts(): boolean {
  const probe = `${DRAFT}-probe`;
  const isKept = writeItem('localStorage', probe, '');
  removeItem('localStorage', probe);
  return isKept;
}

/** The idempotency key: the same in every tab and after a reload. */
export const keyOf = ({ id }: Pick<Draft, 'id'>, message: ContactMessage): string =>
  `${id}-${fingerprint(JSON.stringify(contentOf(message)))}`;

/** The endpoint knows the old key from a different message. */
export function renewKey(message: ContactMessage): string {
  const id = randomText();
  if (current) keep({ ...current, id });
  return keyOf({ id }, message);
}

export function noteAttempt(attempt: Attempt): void {
  changeAttempts(attempt.key, [attempt]);
}

export function forgetAttempt(key: string): void {
  changeAttempts(key, []);
}

function changeAttempts(key: string, replacement: readonly Attempt[]): void {
  // the form may have been cleared since
  if (!current || !key.startsWith(current.id)) return;
  const stored = storedDraft();
  const change = (draft: Draft): Draft => {
    const others = draft.attempts.filter((it) => it.key !== key);
    return { ...draft, attempts: [...others, ...replacement].slice(-MOST_ATTEMPTS) };
  };
  current = change(current);
  // the stored values may be another tab's
  if (stored?.id === current.id) write(change(stored));
}

/** The subject, unless a link filled it in and it was never sent. */
export const ownSubject = ({ values, prefilled, attempts }: Draft): string | undefined =>
  values.subject === prefilled && attempts.length === 0 ? undefined : values.subject;

/** The outcome of the last attempt to send the restored text, or an earlier version of it. */
export type Fate = 'kept' | 'notSent' | 'mayHaveArrived' | 'wasChanged';

export function fateOfDraft(): Fate {
  const key = current && keyOf(current, normaliseMessage(current.values));
  const undecided = current?.attempts.filter((it) => it.mayHaveArrived) ?? [];
  if (undecided.some((it) => it.key === key)) return 'mayHaveArrived';
  if (undecided.length > 0) return 'wasChanged';
  return canKeepDrafts() ? 'kept' : 'notSent';
}

export const hasText = (draft: Draft, message: ContactMessage): boolean =>
  JSON.stringify(normaliseMessage(draft.values)) === JSON.stringify(message);

function keep(draft: Draft): void {
  current = draft;
  write(draft);
}

const write = (draft: Draft) => writeItem('localStorage', DRAFT, JSON.stringify(draft));

/** Undefined if the draft is missing, empty, damaged or too old. */
function storedDraft(): Draft | undefined {
  try {
    const draft: Draft = JSON.parse(readItem('localStorage', DRAFT) ?? 'null');
    // a release may have added or removed fields
    const values = eachField((field) => draft.values[field] ?? '');
    const isUsable = Date.now() - draft.savedAt < LIFETIME && !isEmpty(values);
    return isUsable ? { ...draft, values } : undefined;
  } catch {
    return undefined;
  }
}

/** 128 random bits. Pages served over plain HTTP have no crypto.randomUUID. */
const randomText = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** FNV-1a with 64 bits (https://datatracker.ietf.org/doc/html/draft-eastlake-fnv): plain HTTP has no crypto.subtle. */
function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}
