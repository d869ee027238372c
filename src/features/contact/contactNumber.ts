/** What people put between digits: spaces of any width, brackets, dots, slashes, dashes. */
const SEPARATORS = /[\s().\-/\u2010-\u2015\u200e\u200f\u202a-\u202e\u2060-\u2069]/g;

/**
 * Rewrites a South African number as people type or paste it (`082 123 4567`,
 * `+27 (0)82 123 4567`, `0027…`, and `82 123 4567`, as spreadsheets keep it) to its ten digits.
 * Anything else comes back as it was, so that the visitor sees what to correct.
 */
export function rewriteContactNumber(typed: string): string {
  const national = typed
    .replace(SEPARATORS, '')
    .replace(/^(?:\+|00)?27(?=0?\d{9}$)0?/, '0')
    .replace(/^(?=[6-8]\d{8}$)/, '0');
  return /^0\d{9}$/.test(national) ? national : typed;
}
