/** Whether the visitor asked for less data (https://wicg.github.io/savedata/); only some browsers can say so. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
