// @ts-check
/** @param {number[]} values */
export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** @param {(string | number)[][]} rows the first row is the heading */
export function printTable(rows) {
  const cells = rows.map((row) => row.map(String));
  const widths = (cells[0] ?? []).map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)));
  for (const row of cells) {
    const [first = '', ...rest] = row.map((cell, i) =>
      i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0),
    );
    console.log([first, ...rest].join('  '));
  }
}

/** Exits with code 1 if an aim is missed. @param {[aim: string, isMet: boolean][]} aims */
export function judge(aims) {
  for (const [aim, isMet] of aims) console.log(`${isMet ? 'met   ' : 'MISSED'} ${aim}`);
  if (aims.some(([, isMet]) => !isMet)) process.exitCode = 1;
}
