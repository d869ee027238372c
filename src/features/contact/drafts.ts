import { keysOf, readItem, removeItem, writeItem } from '../../lib/storage.ts';
import { type ContactMessage, contentOf, eachField, normaliseMessage } from './rules.ts';

/** A text that was sent, or may have been. */
export interface Attempt {
  /** Makes another attempt with the same text harmless. */
  readonly key: string;
  /** Whether it is unknown what became of it. */
  readonly mayHaveArrived: boolean;
}

/** What was typed and not yet sent. */
export interface Draft {
  readonly values: ContactMessage;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** Random, and the same in every tab that the draft was opened in: part of the key of what is sent. */
  readonly origin: string;
  /** Of the texts that it has had. */
  readonly attempts: readonly Attempt[];
}

/** How the names of drafts in the device's storage begin. Each tab that types has one of its own. */
export const DRAFT = 'contact-draft';
/** A week, as the privacy notice says: the device may not be the visitor's own. */
const LIFETIME = 7 * 24 * 60 * 60 * 1000;

/** The endpoint looks up no more (server/src/Http). */
const MOST_ATTEMPTS = 5;

const newSlot = () => `${DRAFT}-${randomText()}`;

/** The name of this tab's draft, which the tab remembers over a reload. */
let slot: string | undefined;
let current: Draft | undefined;

/**
 * What was typed in this tab; in a tab where nothing was, what was typed last on this device.
 * Undefined where there is nothing.
 */
export function loadDraft(): Draft | undefined {
  if (current !== undefined) return current;
  const drafts = keysOf('localStorage')
    .filter((key) => key.startsWith(DRAFT))
    .flatMap((key) => {
      const draft = read(key);
      if (draft === undefined) removeItem('localStorage', key);
      return draft === undefined ? [] : [{ key, draft }];
    })
    .sort((one, other) => other.draft.savedAt - one.draft.savedAt);
  const own = readItem('sessionStorage', DRAFT);
  const found = drafts.find(({ key }) => key === own) ?? drafts[0];
  if (found === undefined) return undefined;
  takeSlot(found.key);
  current = found.draft;
  return current;
}

export const currentDraft = (): Draft | undefined => current;

/** Keeps what was typed; nothing typed is nothing kept. */
export function saveDraft(values: ContactMessage): Draft {
  const { origin = randomText(), attempts = [] } = current ?? {};
  const draft = { values, savedAt: Date.now(), origin, attempts };
  if (isEmpty(values)) clearDraft();
  else keep(draft);
  return draft;
}

const isEmpty = (values: ContactMessage) => Object.keys(contentOf(values)).length === 0;

export function clearDraft(): void {
  current = undefined;
  if (slot !== undefined) removeItem('localStorage', slot);
  removeItem('sessionStorage', DRAFT);
  slot = undefined;
}

/** Clears the draft of what was sent, and lets other tabs know that have its text. */
export function discardSentDraft(key: string, reference = ''): void {
  if (slot !== undefined) {
    writeItem('localStorage', slot, JSON.stringify({ key, reference } satisfies SentElsewhere));
  }
  clearDraft();
}

/** Whether what is typed now outlives this page. */
export function canKeepDrafts(): boolean {
  const probe = `${DRAFT}-probe`;
  const isKept = writeItem('localStorage', probe, '');
  removeItem('localStorage', probe);
  return isKept;
}

/** The key of a text of this draft: the same text has the same one, in every tab and after a reload. */
export const keyOf = ({ origin }: Pick<Draft, 'origin'>, message: ContactMessage): string =>
  `${origin}-${fingerprint(JSON.stringify(contentOf(message)))}`;

/** Another key for the text, where the one that it has stands for something else. */
export function renewKey(message: ContactMessage): string {
  const origin = randomText();
  if (current) keep({ ...current, origin });
  return keyOf({ origin }, message);
}

/** Notes what is known of an attempt, in the place of what was noted before. */
export function noteAttempt(attempt: Attempt): void {
  changeAttempts((others) => [...others, attempt], attempt.key);
}

/** Forgets an attempt, whose visitor was told that it arrived. */
export function forgetAttempt(key: string): void {
  changeAttempts((others) => others, key);
}

function changeAttempts(change: (others: readonly Attempt[]) => readonly Attempt[], key: string) {
  // one of another draft, where the form was cleared meanwhile
  if (!current || !key.startsWith(current.origin)) return;
  const others = current.attempts.filter((it) => it.key !== key);
  keep({ ...current, attempts: change(others).slice(-MOST_ATTEMPTS) });
}

/** What is known of the text that was put back: whether it, or what it was, may have arrived. */
export type Fate = 'kept' | 'notSent' | 'mayHaveArrived' | 'wasChanged';

export function fateOfDraft(): Fate {
  const key = current && keyOf(current, normaliseMessage(current.values));
  const undecided = current?.attempts.filter((it) => it.mayHaveArrived) ?? [];
  if (undecided.some((it) => it.key === key)) return 'mayHaveArrived';
  if (undecided.length > 0) return 'wasChanged';
  return canKeepDrafts() ? 'kept' : 'notSent';
}

/** Whether the draft has this very text. */
export const hasText = (draft: Draft, message: ContactMessage): boolean =>
  JSON.stringify(normaliseMessage(draft.values)) === JSON.stringify(message);

/** What stands in the place of a draft for the moment in which it was sent. */
interface SentElsewhere {
  readonly key: string;
  readonly reference: string;
}

/**
 * Another tab may have opened the same draft. Once it types something else under the same name, this
 * one's goes on under a new name; once it has sent the same text, there is nothing left to send.
 * @param onSent told the reference then
 * @returns a function that ends it
 */
export function watchOtherTabs(onSent: (reference: string) => void): () => void {
  const listen = ({ key, newValue, storageArea }: StorageEvent) => {
    if (storageArea !== window.localStorage || key === null || key !== slot || !current) return;
    const message = normaliseMessage(current.values);
    const sent = parse(newValue) as Partial<SentElsewhere> | null | undefined;
    if (sent?.key === keyOf(current, message)) {
      clearDraft();
      onSent(sent.reference ?? '');
      return;
    }
    const theirs = toDraft(sent);
    if (theirs === undefined || hasText(theirs, message)) return;
    takeSlot(newSlot());
    keep(current);
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

function keep(draft: Draft): void {
  current = draft;
  writeItem('localStorage', slot ?? takeSlot(newSlot()), JSON.stringify(draft));
}

function takeSlot(name: string): string {
  slot = name;
  writeItem('sessionStorage', DRAFT, name);
  return name;
}

const read = (key: string): Draft | undefined => toDraft(parse(readItem('localStorage', key)));

/** Undefined where it is too old, or nothing that this page wrote. */
function toDraft(stored: unknown): Draft | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { values, savedAt, origin, attempts } = stored as Partial<Draft>;
  if (typeof savedAt !== 'number' || Date.now() - savedAt >= LIFETIME) return undefined;
  // as it was when it was kept: there may be another field since, or one less
  const texts = eachField((field) => values?.[field] ?? '');
  if (isEmpty(texts) || Object.values(texts).some((text) => typeof text !== 'string'))
    return undefined;
  return {
    values: texts,
    savedAt,
    origin: typeof origin === 'string' ? origin : randomText(),
    attempts: Array.isArray(attempts) ? attempts.filter(isAttempt) : [],
  };
}

const isAttempt = (value: Partial<Attempt> | null): value is Attempt =>
  typeof value?.key === 'string' && typeof value.mayHaveArrived === 'boolean';

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}

/** 128 random bits. Not crypto.randomUUID, which pages served over plain HTTP lack. */
function randomText(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(toHex).join('');
}

const toHex = (byte: number) => byte.toString(16).padStart(2, '0');

/**
 * Tells the texts of one draft apart: FNV-1a with 64 bits
 * (https://datatracker.ietf.org/doc/html/draft-eastlake-fnv). Not crypto.subtle, for the same reason.
 */
function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}
