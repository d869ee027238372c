// @ts-check
/** @param {number[]} values */
export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Exits with code 1 if an aim is missed. @param {[aim: string, isMet: boolean][]} aims */
export function judge(aims) {
  for (const [aim, isMet] of aims) console.log(`${isMet ? 'met   ' : 'MISSED'} ${aim}`);
  if (aims.some(([, isMet]) => !isMet)) process.exitCode = 1;
}
