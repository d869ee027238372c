import { removeItem, type StorageArea, writeItem } from '../../../lib/storage.ts';
import { contentOf, type Rules, type Typed, type Values } from '../api/rules.ts';
import type { Outcome } from '../api/sendEnquiry.ts';
import { createAttempts } from './attempts.ts';
import { dated, type Kept, parseKept, readKept, writeKept } from './kept.ts';
import type { Submission } from './submission.ts';

export interface Draft extends Kept {
  /** Random. Tabs that opened the same draft share it, so they send the same text with the same key. */
  readonly id: string;
  readonly values: Values;
  /** The subject that a link to the form filled in. */
  readonly prefilled?: string | undefined;
}

/** Whether this tab's text is kept and was sent, here or in another version (docs/message.md#1-the-form). */
export type Fate =
  | 'kept'
  | 'onlyHere'
  | 'mayHaveArrived'
  | 'sent'
  | 'otherMayHaveArrived'
  | 'earlierSent'
  | 'laterSent';

/** An attempt to send a text. */
export interface Attempt {
  /** The idempotency key. */
  readonly key: string;
  readonly message: Values;
  /** @returns `sentBefore` if the text has changed since */
  readonly end: (outcome: Outcome) => Outcome;
}

/** An open form. It owns the text. */
interface OpenForm {
  readonly typed: () => Typed;
  /** The subject that a link filled in; by default, the draft keeps the one it has. */
  readonly asked?: string | undefined;
  /** Another tab has sent, changed or cleared the text. */
  readonly onNews: () => void;
}

/** Milliseconds. Writing at each key would delay the key on a slow phone. */
const WRITTEN_AFTER = 300;

const LEAVING = ['pagehide', 'visibilitychange'] as const;

/** Whether there is room for a long message. */
export function canKeepDrafts(): boolean {
  const probe = 'draft-probe';
  const isKept = writeItem('localStorage', probe, '-'.repeat(10_000));
  removeItem('localStorage', probe);
  return isKept;
}

/**
 * The text of a form. Each tab keeps its own in sessionStorage; the newest is also in localStorage, for new tabs.
 * @param name its key in both
 */
export function createDrafts(rules: Rules, name: string, submission: Pick<Submission, 'confirm' | 'tellOther'>) {
  const attempts = createAttempts(`${name}-sent`);
  const listeners = new Set<() => void>();
  /** This tab's text as it was last saved. */
  let own: Draft | undefined;
  /** The text that "Clear the form" removed. */
  let cleared: Draft | undefined;
  /** The key of the newest attempt. */
  let newest: string | undefined;
  let form: OpenForm | undefined;
  /** Set if the form has text that is not saved. */
  let timer: ReturnType<typeof setTimeout> | undefined;

  const messageOf = ({ values }: Pick<Draft, 'values'>) => rules.normalise(values);
  const textOf = (draft: Pick<Draft, 'values'>) => JSON.stringify(contentOf(messageOf(draft)));
  const isSame = (one: Draft | undefined, other: Draft | undefined) =>
    one !== undefined && one.id === other?.id && textOf(one) === textOf(other);
  const isEmpty = (values: Values) => Object.keys(contentOf(values)).length === 0;
  const keyOf = (draft: Draft) => `${draft.id}-${fingerprint(textOf(draft))}`;

  function checked(draft: Draft): Draft | undefined {
    // a release may have added or removed fields
    const values = rules.valuesOf(draft.values);
    const isWhole = [draft.id, ...Object.values(values)].every((it) => typeof it === 'string');
    return isWhole && typeof draft.savedAt === 'number' && !isEmpty(values) ? { ...draft, values } : undefined;
  }

  const stored = (area: StorageArea) => readKept(area, name, checked);

  function notify(): void {
    for (const listener of listeners) listener();
  }

  /** @param isNewest whether other tabs' texts are older */
  function keep(draft: Draft, isNewest: boolean): void {
    own = draft;
    writeKept('sessionStorage', name, draft);
    if (isNewest || isSame(stored('localStorage'), draft)) writeKept('localStorage', name, draft);
  }

  /** Another tab's text stays. */
  function remove(): void {
    if (isSame(stored('localStorage'), own)) removeItem('localStorage', name);
    removeItem('sessionStorage', name);
    own = undefined;
  }

  function save(typed: Typed): void {
    clearTimeout(timer);
    timer = undefined;
    const values = rules.valuesOf(typed);
    if (isEmpty(values)) remove();
    else {
      const { id = randomText(), savedAt = 0, prefilled } = own ?? {};
      const draft = { id, values, savedAt: dated(savedAt), prefilled: form?.asked ?? prefilled };
      const isNewest = !isSame(own, draft);
      keep(isNewest ? { ...draft, savedAt: Date.now() } : draft, isNewest);
    }
    notify();
  }

  function saveNow(): void {
    if (timer !== undefined && form) save(form.typed());
  }

  /** Of this tab's draft, those that were sent: the newest last. */
  function versions() {
    const sent = Object.entries(attempts.all()).filter(([key]) => key.startsWith(`${own?.id}-`));
    const ownKey = sent.length > 0 && own && keyOf(own);
    return sent.map(([key, attempt]) => ({ key, isSame: key === ownKey, ...attempt }));
  }

  function fate(): Fate {
    const sent = versions();
    const same = sent.find((version) => version.isSame);
    if (same) return same.receipt ? 'sent' : 'mayHaveArrived';
    const arrived = sent.findLast(({ receipt }) => receipt);
    if (arrived) return own && arrived.typedAt < own.savedAt ? 'earlierSent' : 'laterSent';
    if (sent.length > 0) return 'otherMayHaveArrived';
    return isSame(stored('localStorage'), own) ? 'kept' : 'onlyHere';
  }

  /** What another tab has sent counts as sent here. An answer to this tab's own request comes soon. */
  function settle(): void {
    saveNow();
    const arrived = versions().filter(({ receipt }) => receipt);
    const found = arrived.find((version) => version.isSame) ?? arrived.at(-1);
    if (!found?.receipt || attempts.isUnderWay(found.key)) return;
    if (found.isSame) {
      remove();
      submission.confirm(found.receipt);
    } else submission.tellOther(found.receipt);
  }

  /** Also after the back/forward cache, where a tab hears nothing. */
  function catchUp(): void {
    settle();
    notify();
    if (own && fate() !== 'kept') form?.onNews();
  }

  /** Another tab has sent or cleared its text. */
  function keepAfter(removed: Draft): void {
    const isAnother = own !== undefined && !isSame(removed, own) && fate() !== 'laterSent';
    if (own && isAnother && stored('localStorage') === undefined) writeKept('localStorage', name, own);
  }

  function hear({ key, oldValue, newValue }: StorageEvent): void {
    if (key !== null && key !== name && key !== attempts.name) return;
    saveNow();
    const removed = key === name && newValue === null ? parseKept(oldValue, checked) : undefined;
    if (removed) keepAfter(removed);
    catchUp();
  }

  return {
    key: name,
    save,
    fate,
    settle,
    /** Whether any version of it was sent. */
    wasTried: (): boolean => versions().length > 0,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    load(): Draft | undefined {
      own ??= stored('sessionStorage') ?? stored('localStorage');
      if (own) writeKept('sessionStorage', name, own);
      return own;
    },

    /** From now on, the form is saved, and hears of other tabs. @returns a function that ends it */
    follow(opened: OpenForm): () => void {
      form = opened;
      const listening = new AbortController();
      const { signal } = listening;
      window.addEventListener('storage', hear, { signal });
      window.addEventListener('pageshow', ({ persisted }) => persisted && catchUp(), { signal });
      // a phone may end a page that it has hidden
      for (const type of LEAVING) window.addEventListener(type, saveNow, { signal });
      return () => {
        saveNow();
        form = undefined;
        listening.abort();
      };
    },

    /** Soon, or before the page is left. */
    saveLater(): void {
      timer ??= setTimeout(saveNow, WRITTEN_AFTER);
    },

    /** @returns whether there was a text, which undo() brings back */
    clear(): boolean {
      saveNow();
      cleared = own;
      remove();
      return cleared !== undefined;
    },

    undo(): void {
      saveNow();
      if (cleared) keep(cleared, stored('localStorage') === undefined);
    },

    attempt(typed: Typed): Attempt {
      save(typed);
      const draft = own ?? { id: randomText(), values: rules.valuesOf(typed), savedAt: 0 };
      const key = keyOf(draft);
      newest = key;
      attempts.begin(key, draft.savedAt);
      notify();
      return {
        key,
        message: messageOf(draft),
        end(outcome) {
          saveNow();
          const receipt = attempts.end(key, outcome);
          if (receipt === undefined) {
            notify();
            return outcome;
          }
          const isSent = key === newest && (own === undefined || keyOf(own) === key);
          if (isSent) remove();
          notify();
          return { kind: isSent ? 'sent' : 'sentBefore', receipt };
        },
      };
    },
  };
}

/** 128 random bits. Pages served over plain HTTP have no crypto.randomUUID. */
const randomText = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** FNV-1a with 64 bits (https://datatracker.ietf.org/doc/html/draft-eastlake-fnv): plain HTTP has no crypto.subtle. */
function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}
