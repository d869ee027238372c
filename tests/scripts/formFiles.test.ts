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
const withField = (name: string, field: object): string =>
  JSON.stringify({ ...contact, fields: { ...contact.fields, [name]: field } });

const contactWith = (change: object): string => JSON.stringify({ ...contact, ...change });
const select = { label: 'Topic', control: 'select' };

// build.test.ts: an error stops npm start and the build
test.each([
  ['no JSON', '{', /In .*form\.json, the form cannot be read: /],
  ['no fields', '{}', /the form needs a title, roles and fields/],
  ['no title', contactWith({ title: '' }), /title needs one line of text/],
  ['a role for nothing', contactWith({ roles: { ...contact.roles, subject: 'topic' } }), /roles\/subject must name/],
  ['a field with two roles', contactWith({ roles: { ...contact.roles, subject: 'name' } }), /roles\/subject must name/],
  ['an unknown role', contactWith({ roles: { ...contact.roles, topic: 'subject' } }), /roles must be name, email/],
  ['nobody to answer', contactWith({ roles: {} }), /roles must be .* so that somebody can answer/],
  [
    'a role for another control',
    contactWith({ roles: { email: 'subject' } }),
    /fields\/subject has the role email, so its control must be email/,
  ],
  [
    'a field that the mail needs and that is optional',
    withField('subject', { ...contact.fields.subject, required: undefined }),
    /fields\/subject cannot be optional/,
  ],
  ['a name that is taken', withField('website', entry), /fields\/website has a name that is reserved/],
  ['a name with a space', withField('company name', entry), /fields\/company name has a name that/],
  ['a name of 51 letters', withField('a'.repeat(51), entry), /has a name that/],
  ['a field of nothing', withField('more', {}), /fields\/more needs a label and a control/],
  ['an empty label', withField('more', { ...entry, label: '' }), /fields\/more\/label needs one line of text/],
  ['a label of two lines', withField('more', { ...entry, label: 'a\nb' }), /label needs one line of text/],
  ['an unknown control', withField('more', { ...entry, control: 'radio' }), /control must be one of text, email/],
  ['required without a message', withField('more', { ...entry, required: {} }), /required needs a message/],
  ['a length of nothing', withField('more', { ...entry, maxLength: { value: 0, message: 'No.' } }), /above zero/],
  [
    'a pattern for a text of any length',
    withField('more', { ...entry, pattern: { value: '^a', message: 'An a.' } }),
    /fields\/more needs maxLength besides its pattern/,
  ],
  ['a select without options', withField('more', select), /fields\/more needs options/],
  [
    'an option twice',
    withField('more', { ...select, options: { values: ['A', 'A'], message: 'Choose.' } }),
    /options\/values must be a list of different texts/,
  ],
  [
    'an option with two spaces',
    withField('more', { ...select, options: { values: ['B  C'], message: 'Choose.' } }),
    /values\/0 must be one line of text, without a space at an end/,
  ],
  [
    'a length of a checkbox',
    withField('more', { ...entry, ...long, control: 'checkbox' }),
    /maxLength is no rule of a/,
  ],
  [
    'a text that lets the firm answer on WhatsApp',
    withField('whatsApp', { ...entry, ...long }),
    /whatsApp\/control must be checkbox/,
  ],
  [
    'a consent to WhatsApp that nobody can refuse',
    withField('whatsApp', { ...entry, control: 'checkbox', required: { message: 'Tick it.' } }),
    /whatsApp\/required must go/,
  ],
  ['a property of HTML', withField('more', { ...entry, placeholder: 'Firm' }), /more\/placeholder is no rule of this/],
  ['advice without a text', withField('more', { ...entry, advice: [{ pattern: 'a' }] }), /needs a pattern and a text/],
  [
    'a pattern that JavaScript alone compiles',
    withField('more', { ...entry, ...long, pattern: { value: '^\\u{61}$', message: 'An a.' } }),
    /the pattern of fields\/more cannot be used by PHP/,
  ],
  [
    'a pattern that PHP alone compiles',
    withField('more', { ...entry, ...long, pattern: { value: '(?i)a', message: 'An a.' } }),
    /fields\/more\/pattern does not compile.* JavaScript .*: \/\(\?i\)a\/u/,
  ],
  [
    'advice that no browser compiles',
    withField('more', { ...entry, advice: [{ pattern: '(?i)a', text: 'Try b.' }] }),
    /fields\/more\/advice does not compile/,
  ],
])('an error in the rules is named: %s', async (_, text, fault) => {
  await expect(checkForms([written(text)])).rejects.toThrow(fault);
});

test('the forms of this site have no error', async () => {
  await expect(checkForms()).resolves.toBeUndefined();
});
