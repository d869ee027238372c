import { readItem, removeItem, writeItem } from '../lib/storage.ts';

const KEY = 'reloaded-for-stale-chunk';

/**
 * After a deployment an open page asks for files that are gone; reloading once fetches the new ones.
 * Where the server cannot be reached a reload would only lose the page, so there the error stands.
 */
export async function recoverFromStaleChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    // a device may be wrong about its connection, so the server itself is asked
    if (!(await isReachable()) || !rememberReload()) throw error;
    window.location.reload();
    // what is on screen stays until the reload replaces it
    return new Promise<never>(() => {});
  }
}

/** Some code has come: the next that is missing is another deployment's. */
export const forgetReload = (): void => removeItem('sessionStorage', KEY);

async function isReachable(): Promise<boolean> {
  try {
    const answer = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
    return answer.status < 500;
  } catch {
    return false;
  }
}

/** False when this tab has just been reloaded, or cannot remember that it was. */
const rememberReload = (): boolean =>
  readItem('sessionStorage', KEY) === null && writeItem('sessionStorage', KEY, 'yes');
