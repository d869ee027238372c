export type StorageArea = 'localStorage' | 'sessionStorage';

/* Storage may be blocked, full or read-only, and the site must work without it. */

export function readItem(area: StorageArea, key: string): string | null {
  return attempt(() => window[area].getItem(key)) ?? null;
}

/** @returns whether it was stored */
export function writeItem(area: StorageArea, key: string, value: string): boolean {
  return (
    attempt(() => {
      window[area].setItem(key, value);
      return true;
    }) ?? false
  );
}

export function removeItem(area: StorageArea, key: string): void {
  attempt(() => window[area].removeItem(key));
}

function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
