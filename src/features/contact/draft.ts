import { type ContactMessage, fieldNames } from './rules.ts';

/** An attempt to send: the key that makes a second one harmless, and what was sent with it. */
export interface Attempt {
  readonly key: string;
  readonly content: string;
}

interface Draft {
  readonly values: ContactMessage;
  readonly attempt?: Attempt;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

/** Its name in the device's storage. */
export const DRAFT = 'contact-draft';
/** A week, as the privacy notice says: the device may not be the visitor's own. */
const LIFETIME = 7 * 24 * 60 * 60 * 1000;

/** What was typed on this device and not yet sent; undefined when there is nothing. */
export function loadDraft(): Draft | undefined {
  const draft = withStorage((storage): unknown => JSON.parse(storage.getItem(DRAFT) ?? 'null'));
  if (isDraft(draft) && Date.now() - draft.savedAt < LIFETIME) return draft;
  clearDraft();
  return undefined;
}

/** Keeps what was typed on this device; nothing typed is nothing kept. */
export function saveDraft(values: ContactMessage, attempt: Attempt | undefined): void {
  if (fieldNames.every((field) => values[field] === '')) {
    clearDraft();
    return;
  }
  const draft: Draft = { values, ...(attempt && { attempt }), savedAt: Date.now() };
  withStorage((storage) => storage.setItem(DRAFT, JSON.stringify(draft)));
}

/** @param sent clears no draft but the one of this attempt: another tab may have saved its own */
export function clearDraft(sent?: Attempt): void {
  const kept = sent && loadDraft();
  if (kept && kept.attempt?.key !== sent.key) return;
  withStorage((storage) => storage.removeItem(DRAFT));
}

/** Storage may be blocked, full, or hold what this page did not write: the form works without. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}

function isDraft(value: unknown): value is Draft {
  const draft = value as Partial<Draft> | null;
  return (
    typeof draft?.savedAt === 'number' &&
    fieldNames.every((field) => typeof draft.values?.[field] === 'string')
  );
}

/**
 * The attempt for this content: the last one again when nothing was changed since, so that
 * the endpoint knows it for a repetition.
 */
export function attemptFor(message: ContactMessage, last: Attempt | undefined): Attempt {
  const content = JSON.stringify(message);
  return last?.content === content ? last : { key: randomKey(), content };
}

/** 128 random bits. Not crypto.randomUUID, which pages served over plain HTTP lack. */
const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
