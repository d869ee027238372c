// @ts-check
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../../scripts/environment.mjs';

/** @typedef {{ readonly line: number, readonly column: number }} Place both from 1 */
/** @typedef {{ readonly before: string, readonly after: string }} Change */
/** @typedef {{ readonly before: string, readonly after: string | string[], readonly reason: string }} Accepted */

/**
 * Mutants that no test tells from the original, or only one that does not run here: the line they begin
 * in as it is and as it becomes, by file, and why.
 * @type {Record<string, Accepted[]>}
 */
export const accepted = JSON.parse(readFileSync(new URL('accepted.json', import.meta.url), 'utf8'));

/** @param {Accepted} accepted @param {Change} change */
export const fits = ({ before, after }, change) =>
  before === change.before && [after].flat().includes(change.after);

/** @param {string} file @param {{ start: Place, end: Place }} place @param {string} replacement */
export function mutated(file, { start, end }, replacement) {
  const lines = readFileSync(file, 'utf8').split('\n');
  const before = [
    ...lines.slice(0, start.line - 1),
    lines[start.line - 1]?.slice(0, start.column - 1),
  ];
  const after = [lines[end.line - 1]?.slice(end.column - 1), ...lines.slice(end.line)];
  return {
    before: lines[start.line - 1] ?? '',
    after: `${before.at(-1)}${replacement}${after[0]}`,
    text: `${before.join('\n')}${replacement}${after.join('\n')}`,
  };
}

/** How a mutant is told and listed. @param {Parameters<typeof mutated>} mutant */
export function describe(...mutant) {
  const [file, { start }] = mutant;
  const { before, after } = mutated(...mutant);
  return {
    file: relative(root, file),
    at: start.line,
    before: before.trim(),
    after: after.trim().replaceAll(/\s+/g, ' '),
  };
}
