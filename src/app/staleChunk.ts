import { readItem, removeItem, writeItem } from '../lib/storage.ts';

const KEY = 'reloaded-for-stale-chunk';

/**
 * After a deployment an open page asks for removed files: one reload fetches the new ones. It does
 * not reload offline.
 */
export async function recoverFromStaleChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    // navigator.onLine may be wrong
    if (!(await isReachable()) || !rememberReload()) throw error;
    window.location.reload();
    return new Promise<never>(() => {});
  }
}

/** The next missing file is of another deployment. */
export const forgetReload = (): void => removeItem('sessionStorage', KEY);

async function isReachable(): Promise<boolean> {
  try {
    const answer = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
    return answer.status < 500;
  } catch {
    return false;
  }
}

/** False if this tab has just been reloaded, or has no storage. */
const rememberReload = (): boolean =>
  readItem('sessionStorage', KEY) === null && writeItem('sessionStorage', KEY, 'yes');
