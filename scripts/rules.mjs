// @ts-check
// Imports nothing from node_modules, because setup.mjs runs it before the installation.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readVariables, root } from './environment.mjs';

const TEXT = 'server/forms/text.json';

/** The folders of forms. A firm may have its own beside its identity. PHP reads the same (Installation::forms()). */
const folders = () => ['server', readVariables()['IDENTITY'] || 'src/identity'].map((name) => `${root}${name}/forms`);

/** @returns {string[]} the folder of each form. Its name is the form's */
export const formFolders = () =>
  folders().flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder, { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map(({ name }) => `${folder}/${name}`)
      : [],
  );

/** @returns {string[]} */
export const formNames = () => formFolders().map((folder) => basename(folder));

/** @throws {Error} if a form is invalid in PHP, or one of its patterns in JavaScript */
export function checkRules(files = formFolders().map((folder) => `${folder}/form.json`)) {
  const { status, stdout, stderr, error } = spawnSync('php', [`${root}server/checkForms.php`, ...files], {
    encoding: 'utf8',
  });
  if (error) throw error;
  if (status !== 0) throw new Error((stdout || stderr).replaceAll(root, ''));
  requireJavaScript(`[${JSON.parse(readFileSync(root + TEXT, 'utf8')).whiteSpace}]`, 'whiteSpace', TEXT);
  for (const file of files) {
    /** @type {{ fields: Record<string, { pattern?: { value: string }, advice?: { pattern: string }[] }> }} */
    const { fields } = JSON.parse(readFileSync(file, 'utf8'));
    for (const [name, { pattern, advice = [] }] of Object.entries(fields)) {
      if (pattern !== undefined) requireJavaScript(pattern.value, `the pattern of the field "${name}"`, file);
      for (const { pattern } of advice)
        requireJavaScript(pattern, `a pattern in the advice of the field "${name}"`, file);
    }
  }
}

/** @param {string} pattern @param {string} what @param {string} file */
function requireJavaScript(pattern, what, file) {
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `In ${file.replace(root, '')}, ${what} does not compile. It must work the same in JavaScript (flag u) and in PCRE. ${reason}.`,
    );
  }
}
