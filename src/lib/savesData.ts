/** https://wicg.github.io/savedata/: only some browsers support it. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
