import { removeItem } from '../../../lib/storage.ts';
import type { Outcome, Receipt } from '../api/sendEnquiry.ts';
import { type Kept, readKept, writeKept } from './kept.ts';

/** One text, however often it was sent. */
export interface Attempt {
  /** When the text was typed: Unix time in milliseconds. */
  readonly typedAt: number;
  /** How often it was sent without a clear answer. */
  readonly unanswered: number;
  readonly receipt?: Receipt;
}

type Attempts = Readonly<Record<string, Attempt>>;

interface Ledger extends Kept {
  readonly attempts: Attempts;
}

const checked = (it: Ledger) =>
  Object.values(it.attempts).every(({ unanswered }) => typeof unanswered === 'number') ? it : undefined;

/**
 * What became of the texts that this device has sent, by idempotency key, without the texts. All tabs share it.
 * @param name its key in localStorage
 */
export function createAttempts(name: string) {
  /** What the browser cannot store. */
  let unstored: Attempts | undefined;
  /** Requests of this tab. */
  const underWay = new Set<string>();

  const all = (): Attempts => unstored ?? readKept('localStorage', name, checked)?.attempts ?? {};

  /** The newest is the last. */
  function note(key: string, attempt: Attempt): void {
    const { [key]: _, ...others } = all();
    const isOver = attempt.unanswered === 0 && attempt.receipt === undefined;
    const attempts = isOver ? others : { ...others, [key]: attempt };
    const ledger: Ledger = { savedAt: Date.now(), attempts };
    unstored = undefined;
    if (Object.keys(attempts).length === 0) removeItem('localStorage', name);
    else if (!writeKept('localStorage', name, ledger)) unstored = attempts;
  }

  return {
    name,
    all,
    isUnderWay: (key: string): boolean => underWay.has(key),

    /** Before the answer: the page may be closed. */
    begin(key: string, typedAt: number): void {
      if (underWay.has(key)) return;
      underWay.add(key);
      const attempt = all()[key] ?? { typedAt, unanswered: 0 };
      note(key, { ...attempt, unanswered: attempt.unanswered + 1 });
    },

    /** @returns the receipt, which another tab may have got */
    end(key: string, outcome: Outcome): Receipt | undefined {
      underWay.delete(key);
      const attempt = all()[key] ?? { typedAt: Date.now(), unanswered: 1 };
      if (outcome.kind !== 'failed') note(key, { ...attempt, unanswered: 0, receipt: outcome.receipt });
      else if (!outcome.mayHaveArrived) note(key, { ...attempt, unanswered: attempt.unanswered - 1 });
      return all()[key]?.receipt;
    },
  };
}
