import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../scripts/environment.mjs';
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

test("the site's rules are valid", () => {
  expect(() => checkRules()).not.toThrow();
});

// tests/php/FormRulesTest.php covers PHP's own checks
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

test('invalid rules stop the build and npm start with a single message', () => {
  mkdirSync(`${root}.cache`, { recursive: true });
  const copy = resolve(mkdtempSync(`${root}.cache/rules-`));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const files = ['package.json', 'package-lock.json', 'vite.config.ts', 'index.html', 'tsconfig.base.json'];
  for (const name of [
    ...files,
    'scripts',
    'src',
    'server/composer.json',
    'server/checkForms.php',
    'server/forms',
    'server/public',
  ])
    cpSync(root + name, `${copy}/${name}`, { recursive: true });
  for (const name of ['node_modules', 'server/vendor']) spawnSync('ln', ['-s', root + name, `${copy}/${name}`]);
  writeFileSync(
    `${copy}/server/forms/contact/form.json`,
    readFileSync(`${root}server/forms/contact/form.json`, 'utf8').replace('"control": "text"', '"control": "line"'),
  );
  const fault =
    'server/forms/contact/form.json, the field "name" is invalid: it needs a control, one of text, email, tel, textarea, select, checkbox.';
  for (const command of ['npm start', 'npx vite build']) {
    const { status, stdout, stderr } = spawnSync(command, {
      cwd: copy,
      env: { ...process.env, IDENTITY: 'src/identity', CI: undefined, NO_COLOR: '1' },
      shell: true,
      encoding: 'utf8',
    });
    expect(status, command).toBe(1);
    expect(stderr.trim().split('\n').at(-1), command).toContain(fault);
    expect(stdout + stderr, command).not.toMatch(/^ +at /m);
  }
});
