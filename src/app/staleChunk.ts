import { readItem, removeItem, writeItem } from '../lib/storage.ts';

const KEY = 'reloaded-for-stale-chunk';

/** A deployment removes the files that an open page may ask for: one reload fetches the new ones. */
export async function recoverFromStaleChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!(await isReachable()) || !rememberReload()) throw error;
    window.location.reload();
    return new Promise<never>(() => {});
  }
}

export const forgetReload = (): void => removeItem('sessionStorage', KEY);

async function isReachable(): Promise<boolean> {
  try {
    const answer = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
    return answer.status < 500;
  } catch {
    return false;
  }
}

/** False if this tab was just reloaded, or has no storage. */
const rememberReload = (): boolean =>
  readItem('sessionStorage', KEY) === null && writeItem('sessionStorage', KEY, 'yes');
