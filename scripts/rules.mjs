// @ts-check
// Imports nothing from node_modules, because setup.mjs runs it before the installation.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { root } from './environment.mjs';

const TEXT = `${root}server/forms/text.json`;
export const RULES = `${root}server/forms/contact/form.json`;

/** @throws {Error} if the form's rules are invalid in PHP, or a pattern in JavaScript */
export function checkRules(file = RULES) {
  const { status, stdout, stderr, error } = spawnSync(
    'php',
    [`${root}server/checkRules.php`, file],
    { encoding: 'utf8' },
  );
  if (error) throw error;
  if (status !== 0) throw new Error(stdout || stderr);
  /** @type {{ fields: Record<string, { pattern?: { value: string }, advice?: { pattern: string }[] }> }} */
  const { fields } = JSON.parse(readFileSync(file, 'utf8'));
  requireJavaScript(`[${JSON.parse(readFileSync(TEXT, 'utf8')).whiteSpace}]`, 'whiteSpace');
  for (const [name, { pattern, advice = [] }] of Object.entries(fields)) {
    if (pattern !== undefined)
      requireJavaScript(pattern.value, `the pattern of the field "${name}"`);
    for (const { pattern } of advice)
      requireJavaScript(pattern, `a pattern in the advice of the field "${name}"`);
  }
}

/** @param {string} pattern @param {string} what */
function requireJavaScript(pattern, what) {
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `In server/forms/contact/form.json, ${what} does not compile. It must work the same in JavaScript (flag u) and in PCRE. ${reason}.`,
    );
  }
}
