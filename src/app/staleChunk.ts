const KEY = 'reloaded-for-stale-chunk';

/**
 * Loads a part of the app. After a deployment an open page asks for files that are
 * gone; reloading once fetches the new ones. Offline, a reload would only lose the
 * page, so there the error stands.
 */
export async function recoverFromStaleChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    const loaded = await load();
    forgetReload();
    return loaded;
  } catch (error) {
    if (!navigator.onLine || !rememberReload()) throw error;
    window.location.reload();
    // what is on screen stays until the reload replaces it
    return new Promise<never>(() => {});
  }
}

/** False when this tab has just been reloaded, or cannot remember that it was. */
function rememberReload(): boolean {
  try {
    if (sessionStorage.getItem(KEY) !== null) return false;
    sessionStorage.setItem(KEY, 'yes');
    return true;
  } catch {
    return false;
  }
}

function forgetReload(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // storage is blocked: nothing was remembered
  }
}
