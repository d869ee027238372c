import { useSyncExternalStore } from 'react';

/** Its name in the storage of the tab, where the reference is kept; '' where none was told. */
const RECEIPT = 'contact-receipt';

/** Where storage is blocked, the receipt lasts until the page is left. */
let kept: string | null = null;
const listeners = new Set<() => void>();

function read(): string | null {
  try {
    return sessionStorage.getItem(RECEIPT);
  } catch {
    return kept;
  }
}

function write(reference: string | null): void {
  kept = reference;
  try {
    if (reference === null) sessionStorage.removeItem(RECEIPT);
    else sessionStorage.setItem(RECEIPT, reference);
  } catch {}
  for (const tell of listeners) tell();
}

/** Remembers that a message was sent, wherever on the site its visitor is by now. */
export const keepReceipt = (reference: string | undefined): void => write(reference ?? '');

export const dropReceipt = (): void => write(null);

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** The reference of what was sent from this tab, '' where none was told; null where nothing was. */
export const useReceipt = (): string | null => useSyncExternalStore(subscribe, read, () => null);
