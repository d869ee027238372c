export const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Exits with code 1 if an aim is missed. */
export function judge(aims: readonly (readonly [aim: string, isMet: boolean])[]): void {
  for (const [aim, isMet] of aims) console.log(`${isMet ? 'met   ' : 'MISSED'} ${aim}`);
  if (aims.some(([, isMet]) => !isMet)) process.exitCode = 1;
}
