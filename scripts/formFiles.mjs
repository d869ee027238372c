// @ts-check
// Imports ajv on demand, because setup.mjs loads this module before the installation.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { readVariables, root } from './environment.mjs';

const TEXT = 'server/forms/text.json';
const SUGGESTIONS = 'server/forms/suggestions.json';

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

/** The controls that each role may have. */
const ROLES = new Map([
  ['name', ['text']],
  ['email', ['email']],
  ['number', ['tel']],
  ['subject', ['text', 'select']],
  ['message', ['textarea']],
]);

/** @typedef {{ control: string, required?: object, pattern?: { value: string }, advice?: { pattern: string }[] }} Entry */
/** @typedef {[place: string, pattern: string]} Pattern */
/** @typedef {{ roles: Record<string, string | string[]>, fields: Record<string, Entry> }} Definition */

/** The endpoint trusts what this has checked. @throws {Error} that names the file, the place and what to do */
export async function checkForms(files = formFolders().map((folder) => `${folder}/form.json`)) {
  const { Ajv } = await import('ajv');
  const schema = JSON.parse(readFileSync(`${root}scripts/form.schema.json`, 'utf8'));
  const validate = new Ajv({ verbose: true, allowUnionTypes: true, keywords: ['errorMessage'] }).compile(schema);
  const { whiteSpace, rewrites } = JSON.parse(readFileSync(root + TEXT, 'utf8'));
  const { repairs } = JSON.parse(readFileSync(root + SUGGESTIONS, 'utf8'));
  /** @type {Pattern[]} */
  const patterns = [[`${TEXT}, whiteSpace`, `[${whiteSpace}]`]];
  for (const [pattern] of Object.values(rewrites).flat()) patterns.push([`${TEXT}, rewrites`, pattern]);
  for (const [pattern] of repairs) patterns.push([`${SUGGESTIONS}, repairs`, pattern]);
  for (const file of files) {
    const form = read(file);
    if (!validate(form)) {
      const errors = validate.errors ?? [];
      const error = errors.find(({ parentSchema }) => parentSchema?.['errorMessage']) ?? errors[0];
      const place = [error?.instancePath.slice(1), error?.propertyName].filter(Boolean).join('/');
      fail(file, place || 'the form', error?.parentSchema?.['errorMessage'] ?? error?.message);
    }
    checkRoles(/** @type {Definition} */ (form), file);
    collectPatterns(/** @type {Definition} */ (form), file.replace(root, ''), patterns);
  }
  for (const [place, pattern] of patterns) requireJavaScript(pattern, place);
  const { status, stdout, stderr, error } = spawnSync('php', [`${root}server/checkForms.php`], {
    input: JSON.stringify(patterns),
    encoding: 'utf8',
  });
  if (error) throw error;
  if (status !== 0) throw new Error(stdout || stderr);
}

/** @param {string} file @returns {unknown} */
function read(file) {
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const line = text.slice(0, positionIn(text, message)).split('\n').length;
    // without the position, which few editors show
    return fail(file, `line ${line}`, `cannot be read: ${message.replace(/(?:, [."]| in JSON).*$/s, '')}`);
  }
}

/** Node 20 does not name the line. @param {string} text @param {string} message of JSON.parse @returns {number} */
function positionIn(text, message) {
  const [, position] = /at position (\d+)/.exec(message) ?? [];
  if (position !== undefined) return Number(position);
  const [, token = '', around = ''] = /token '(.+?)', (?:\.{3})?"(.*)"(?:\.{3})? is not/s.exec(message) ?? [];
  return around === '' ? text.length : text.indexOf(token, text.indexOf(around));
}

/** @param {Definition} form @param {string} file */
function checkRoles({ roles, fields }, file) {
  const named = new Set();
  for (const [role, names] of Object.entries(roles)) {
    for (const name of [names].flat()) {
      const field = fields[name];
      if (field === undefined || named.has(name)) {
        fail(file, `roles/${role}`, 'must name a field of this form that has no other role');
      } else {
        checkRole(role, field, (fault) => fail(file, `fields/${name}`, fault));
      }
      named.add(name);
    }
  }
}

/** @param {string} role @param {Entry} field @param {(fault: string) => never} fail */
function checkRole(role, { control, required }, fail) {
  const controls = ROLES.get(role) ?? [];
  if (!controls.includes(control)) fail(`has the role ${role}, so its control must be ${controls.join(' or ')}`);
  // a mail without a message shows the other fields
  if (role !== 'message' && required === undefined) {
    fail('cannot be optional, because the mail needs it. Add required, with a message, or take it out of roles');
  }
}

/** @param {Definition} form @param {string} file @param {Pattern[]} patterns gets those of the form */
function collectPatterns({ fields }, file, patterns) {
  for (const [name, { pattern, advice = [] }] of Object.entries(fields)) {
    if (pattern !== undefined) patterns.push([`${file}, fields/${name}/pattern`, pattern.value]);
    for (const { pattern } of advice) patterns.push([`${file}, fields/${name}/advice`, pattern]);
  }
}

/** @param {string} pattern @param {string} place */
function requireJavaScript(pattern, place) {
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The pattern at ${place} does not compile. It must work the same in JavaScript (flag u) and in PCRE: ${reason}.`,
    );
  }
}

/** @param {string} file @param {string} place @param {string | undefined} fault @returns {never} */
function fail(file, place, fault) {
  throw new Error(`In ${file.replace(root, '')}, ${place} ${fault}.`);
}
