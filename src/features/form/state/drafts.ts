import { readItem, removeItem, writeItem } from '../../../lib/storage.ts';
import { contentOf, type Rules, type Typed, type Values } from '../api/rules.ts';
import type { Outcome } from '../api/sendEnquiry.ts';

export interface Draft {
  /** Random. Tabs that opened the same draft share it, so they send the same text with the same key. */
  readonly id: string;
  readonly values: Values;
  /** Unix time in milliseconds. */
  readonly savedAt: number;
  /** The key of the last version that was sent and may have arrived. */
  readonly attempt?: string | undefined;
  /** The subject that a link to the form filled in. */
  readonly prefilled?: string | undefined;
}

/** The outcome of the last attempt to send the restored text, or an earlier version of it. */
export type Fate = 'kept' | 'notSent' | 'mayHaveArrived' | 'wasChanged';

/** A week, as the privacy notice says: other people may use the device. */
const LIFETIME = 7 * 24 * 60 * 60 * 1000;

/** No draft is older than the software. A phone without battery wakes up in 2020, or earlier. */
const EARLIEST = Date.UTC(2026, 0, 1);

/** Today's date for a draft that was saved while the clock was wrong. */
const dated = (draft: Draft): Draft => {
  const isPossible = draft.savedAt >= EARLIEST && draft.savedAt <= Date.now();
  return isPossible ? draft : { ...draft, savedAt: Date.now() };
};

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

const isText = (it: unknown) => typeof it === 'string';

const isEmpty = (values: Values) => Object.keys(contentOf(values)).length === 0;

/** An attempt to send a text. The same text has the same key in every tab and after a reload. */
export interface Attempt {
  /** The idempotency key. */
  readonly key: string;
  readonly message: Values;
  /** Notes the outcome in the draft, or removes the draft. @returns `sentBefore` if the text has changed since */
  readonly end: (outcome: Outcome) => Outcome;
}

const keyOf = ({ id }: Draft, message: Values): string => `${id}-${fingerprint(JSON.stringify(contentOf(message)))}`;

/** The one draft of a form on this device, in localStorage: the newest text wins. @param name its key there */
export function createDrafts(rules: Rules, name: string) {
  /** The draft of this tab. Another tab may store a newer text; this tab keeps its own. */
  let current: Draft | undefined;
  /** The text that "Clear the form" removed. */
  let cleared: Draft | undefined;
  /** The key of the newest attempt. */
  let newest: string | undefined;
  /** The open form owns the text. */
  let form: { readonly typed: () => Typed; readonly asked: string | undefined } | undefined;
  /** Set if the form has text that is not saved. */
  let timer: ReturnType<typeof setTimeout> | undefined;

  function saveNow(): void {
    if (timer !== undefined && form) save(form.typed());
  }

  const write = (draft: Draft | undefined) => writeItem('localStorage', name, JSON.stringify(draft));

  /** Undefined if the draft is missing, empty, damaged or too old. */
  function read(text: string | null): Draft | undefined {
    try {
      const draft: Draft = JSON.parse(text ?? 'null');
      // a release may have added or removed fields
      const values = rules.valuesOf(draft.values);
      const isWhole = [draft.id, ...Object.values(values)].every(isText) && typeof draft.savedAt === 'number';
      const isUsable = isWhole && Date.now() - dated(draft).savedAt < LIFETIME && !isEmpty(values);
      return isUsable ? { ...draft, values } : undefined;
    } catch {
      return undefined;
    }
  }

  function stored(): Draft | undefined {
    const draft = read(readItem('localStorage', name));
    const right = draft && dated(draft);
    // otherwise it would get another date each time, and never expire
    if (right !== draft) write(right);
    return right;
  }

  const hasText = (draft: Draft | undefined, message: Values): boolean =>
    draft !== undefined && JSON.stringify(rules.normalise(draft.values)) === JSON.stringify(message);

  const isNewer = (kept: Draft, own: Draft): boolean =>
    kept.savedAt > own.savedAt && !hasText(kept, rules.normalise(own.values));

  /** A newer text of another tab stays stored. */
  function keep(draft: Draft, kept = stored()): void {
    current = draft;
    if (!kept || !isNewer(kept, draft)) write(draft);
  }

  /** A newer text of another tab stays stored. */
  function remove(kept = stored()): void {
    if (!kept || (current && !isNewer(kept, current))) removeItem('localStorage', name);
    current = undefined;
  }

  /** An empty form removes the draft. */
  function save(typed: Typed): Draft {
    clearTimeout(timer);
    timer = undefined;
    const values = rules.valuesOf(typed);
    const id = current?.id ?? randomText();
    const kept = stored();
    const known = [kept, current].find((draft) => draft?.id === id);
    const isSame = hasText(current, rules.normalise(typed));
    const draft = {
      id,
      values,
      savedAt: isSame && current ? dated(current).savedAt : Date.now(),
      attempt: known?.attempt,
      prefilled: form?.asked ?? known?.prefilled,
    };
    if (isEmpty(values)) remove(kept);
    else keep(draft, kept);
    return draft;
  }

  /** A newer text of another tab stays stored. @returns false if the text of this tab has changed since */
  function removeSent(message: Values): boolean {
    if (current !== undefined && !hasText(current, message)) return false;
    current = undefined;
    if (hasText(stored(), message)) removeItem('localStorage', name);
    return true;
  }

  /** In this tab's draft and in the stored one, which may have another tab's text. */
  function note(attempt: string, mayHaveArrived: boolean): void {
    // the form may have been cleared since
    if (!current || !attempt.startsWith(current.id)) return;
    const undecided = (draft: Draft) => (draft.attempt === attempt ? undefined : draft.attempt);
    const change = (draft: Draft) => ({ ...draft, attempt: mayHaveArrived ? attempt : undecided(draft) });
    current = change(current);
    const kept = stored();
    if (kept?.id === current.id) write(change(kept));
  }

  /** Another tab removed the draft, because it sent another text. */
  function saveAgain({ key, oldValue, newValue }: StorageEvent): void {
    if (key !== name || newValue !== null || current === undefined) return;
    const removed = read(oldValue);
    if (removed && !hasText(removed, rules.normalise(current.values))) write(current);
  }

  return {
    key: name,
    save,

    load(): Draft | undefined {
      current ??= stored();
      if (current === undefined) removeItem('localStorage', name);
      return current;
    },

    /**
     * From now on, the form is saved.
     * @param asked the subject that a link filled in; by default, the draft keeps the one it has
     * @returns a function that ends it
     */
    follow(typed: () => Typed, asked?: string): () => void {
      form = { typed, asked };
      window.addEventListener('storage', saveAgain);
      // a phone may end a page that it has hidden
      for (const type of LEAVING) window.addEventListener(type, saveNow);
      return () => {
        saveNow();
        form = undefined;
        window.removeEventListener('storage', saveAgain);
        for (const type of LEAVING) window.removeEventListener(type, saveNow);
      };
    },

    /** Soon, or before the page is left. */
    saveLater(): void {
      timer ??= setTimeout(saveNow, WRITTEN_AFTER);
    },

    /** @returns whether there was a text, which undo() brings back */
    clear(): boolean {
      saveNow();
      cleared = current;
      remove();
      return cleared !== undefined;
    },

    undo(): void {
      saveNow();
      if (cleared) keep(cleared);
    },

    /** Notes before the answer that the text may have arrived: the page may be closed. */
    attempt(typed: Typed): Attempt {
      const message = rules.normalise(typed);
      const key = keyOf(save(typed), message);
      newest = key;
      note(key, true);
      return {
        key,
        message,
        end(outcome) {
          saveNow();
          note(key, outcome.kind === 'failed' && outcome.mayHaveArrived);
          if (outcome.kind === 'failed') return outcome;
          return removeSent(message) && key === newest ? outcome : { ...outcome, kind: 'sentBefore' };
        },
      };
    },

    fate(): Fate {
      if (!current?.attempt) return canKeepDrafts() ? 'kept' : 'notSent';
      const sent = keyOf(current, rules.normalise(current.values));
      return current.attempt === sent ? 'mayHaveArrived' : 'wasChanged';
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
