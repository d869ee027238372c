import { readItem, removeItem, type StorageArea, writeItem } from '../../../lib/storage.ts';

/** What is kept on the device for a week, as the privacy notice says: other people may use it. */
export interface Kept {
  /** Unix time in milliseconds. */
  readonly savedAt: number;
}

const LIFETIME = 7 * 24 * 60 * 60 * 1000;

/** Nothing is older than the software. A phone without battery wakes up in 2020, or earlier. */
const EARLIEST = Date.UTC(2026, 0, 1);

/** Today for what was saved while the clock was wrong. */
export const dated = (savedAt: number): number => (savedAt >= EARLIEST && savedAt <= Date.now() ? savedAt : Date.now());

/** @param checked throws, or returns undefined, for content that is damaged. @returns undefined if that is too old */
export function parseKept<T extends Kept>(text: string | null, checked: (it: T) => T | undefined): T | undefined {
  try {
    const it = checked(JSON.parse(text ?? 'null'));
    return it && Date.now() - dated(it.savedAt) < LIFETIME ? it : undefined;
  } catch {
    return undefined;
  }
}

/** Removes what is damaged or too old. */
export function readKept<T extends Kept>(
  area: StorageArea,
  name: string,
  checked: (it: T) => T | undefined,
): T | undefined {
  const it = parseKept(readItem(area, name), checked);
  if (it === undefined) {
    removeItem(area, name);
    return undefined;
  }
  const savedAt = dated(it.savedAt);
  // otherwise it would get another date each time, and never expire
  if (savedAt !== it.savedAt) writeKept(area, name, { ...it, savedAt });
  return { ...it, savedAt };
}

/** @returns whether it was stored */
export const writeKept = (area: StorageArea, name: string, it: Kept): boolean =>
  writeItem(area, name, JSON.stringify(it));
