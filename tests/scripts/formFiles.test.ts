import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkForms } from '../../scripts/formFiles.mjs';
import contact from '../../server/forms/contact/form.json';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const entry = { label: 'More', control: 'text' };
const long = { maxLength: { value: 9, message: 'Nine.' } };

const written = (text: string): string => {
  const folder = temporaryFolder();
  writeFileSync(`${folder}/form.json`, text);
  return `${folder}/form.json`;
};
const contactWith = (change: object): string => JSON.stringify({ ...contact, ...change });
const withField = (name: string, field: object): string =>
  contactWith({ fields: { ...contact.fields, [name]: { ...entry, ...field } } });
const more = (field: object): string => withField('more', field);
const withPattern = (value: string): string => more({ ...long, pattern: { value, message: 'An a.' } });
const withOptions = (...values: string[]): string =>
  more({ control: 'select', options: { values, message: 'Choose.' } });
const { roles } = contact;

// build.test.ts: an error stops npm start and the build
test.each([
  ['no JSON', '{', /In .*form\.json, line 1 cannot be read: \w+/],
  ['a comma too few', '{\n"title": "A"\n"roles": {}}', /form\.json, line 3 cannot be read: Expected ','/],
  ['no quotation marks', '{\n"title": "A",\n"roles": none}', /form\.json, line 3 cannot be read: Unexpected token/],
  ['no fields', '{}', /the form needs a title, roles and fields/],
  ['no title', contactWith({ title: '' }), /title needs one line of text/],
  ['a role for nothing', contactWith({ roles: { ...roles, subject: 'topic' } }), /roles\/subject must name/],
  ['a field with two roles', contactWith({ roles: { ...roles, subject: 'name' } }), /roles\/subject must name/],
  ['an unknown role', contactWith({ roles: { ...roles, topic: 'subject' } }), /roles must be name, email/],
  ['nobody to answer', contactWith({ roles: {} }), /roles must be .* so that somebody can answer/],
  ['a role for another control', contactWith({ roles: { email: 'subject' } }), /email, so its control must be email/],
  ['an optional field that the mail needs', withField('subject', { control: 'text' }), /subject cannot be optional/],
  ['a name that is taken', withField('website', {}), /fields\/website has a name that is reserved/],
  ['a name with a space', withField('company name', {}), /fields\/company name has a name that/],
  ['a name of 51 letters', withField('a'.repeat(51), {}), /has a name that/],
  ['a field of nothing', more({ label: undefined, control: undefined }), /fields\/more needs a label and a control/],
  ['an empty label', more({ label: '' }), /fields\/more\/label needs one line of text/],
  ['a label of two lines', more({ label: 'a\nb' }), /label needs one line of text/],
  ['an unknown control', more({ control: 'radio' }), /control must be one of text, email/],
  ['required without a message', more({ required: {} }), /required needs a message/],
  ['a length of nothing', more({ maxLength: { value: 0, message: 'No.' } }), /above zero/],
  [
    'a pattern for any length',
    more({ pattern: { value: '^a', message: 'An a.' } }),
    /needs maxLength besides its pattern/,
  ],
  ['a select without options', more({ control: 'select' }), /fields\/more needs options/],
  ['an option twice', withOptions('A', 'A'), /options\/values must be a list of different texts/],
  ['an option with two spaces', withOptions('B  C'), /values\/0 must be one line of text, without a space at an end/],
  ['a length of a checkbox', more({ ...long, control: 'checkbox' }), /maxLength is no rule of a/],
  ['a text as consent to WhatsApp', withField('whatsApp', long), /whatsApp\/control must be checkbox/],
  [
    'a consent that nobody can refuse',
    more({ control: 'checkbox', required: { message: 'Tick it.' } }),
    /more\/required must go: a consent that nobody can refuse/,
  ],
  ['a property of HTML', more({ placeholder: 'Firm' }), /more\/placeholder is no rule of this/],
  ['advice without a text', more({ advice: [{ pattern: 'a' }] }), /needs a pattern and a text/],
  ['a pattern only of JavaScript', withPattern('^\\u{61}$'), /PHP cannot use the pattern at .*more\/pattern/],
  ['a pattern only of PHP', withPattern('(?i)a'), /more\/pattern does not compile.* JavaScript .*: \/\(\?i\)a\/u/],
  ['advice only of PHP', more({ advice: [{ pattern: '(?i)a', text: 'Try b.' }] }), /more\/advice does not compile/],
])('an error in the rules is named: %s', async (_, text, fault) => {
  await expect(checkForms([written(text)])).rejects.toThrow(fault);
});

test('the forms of this site have no error', async () => {
  await expect(checkForms()).resolves.toBeUndefined();
});
