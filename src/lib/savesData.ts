/** https://wicg.github.io/savedata/ (only in some browsers) */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
