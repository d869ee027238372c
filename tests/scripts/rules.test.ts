import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkRules } from '../../scripts/rules.mjs';
import contact from '../../server/forms/contact/form.json';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const entry = { label: 'More', control: 'text' };
const long = { maxLength: { value: 9, message: 'Nine.' } };

const written = (text: string): string => {
  const folder = temporaryFolder();
  writeFileSync(`${folder}/form.json`, text);
  return `${folder}/form.json`;
};
const withField = (name: string, field: object): string =>
  JSON.stringify({ ...contact, fields: { ...contact.fields, [name]: field } });

// tests/php/FormRulesTest.php covers PHP's own checks; build.test.ts, that an error stops npm start and the build
test.each([
  ['no JSON', '{', /form\.json is invalid: it is not JSON/],
  ['no label', withField('more', { ...entry, label: '' }), /"more" .* it needs a label/],
  ['a name that is taken', withField('website', entry), /"website" .* its name is reserved/],
  [
    'a pattern that nothing compiles',
    withField('more', { ...entry, ...long, pattern: { value: '^[a', message: 'An a.' } }),
    /"more" .* the pattern .* cannot be used/,
  ],
  [
    'a pattern that PHP alone compiles',
    withField('more', { ...entry, ...long, pattern: { value: '(?i)a', message: 'An a.' } }),
    /the pattern of the field "more" does not compile.* JavaScript .*: \/\(\?i\)a\/u/,
  ],
  [
    'advice that no browser compiles',
    withField('more', { ...entry, advice: [{ pattern: '(?i)a', text: 'Try b.' }] }),
    /advice of the field "more" does not compile/,
  ],
])('an error in the rules is named: %s', (_, text, fault) => {
  expect(() => checkRules([written(text)])).toThrow(fault);
});
