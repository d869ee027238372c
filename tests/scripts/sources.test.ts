import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { readEnvironment, root } from '../../scripts/environment.mjs';
import { brokenImports } from '../../scripts/plugins/removedPages.ts';
import { sourceFaults } from '../../scripts/plugins/sources.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

test.each<[string, string | Buffer, RegExp | undefined, file?: string]>([
  ['a comma too few', "export const a = {\n  b: 'x'\n  c: 'y',\n};", /:3: Expected .*\.\n {4}c: 'y',$/],
  [
    'a straight apostrophe',
    "export const a = {\n  b: 'You're here',\n};",
    /:2: .* ends the text: write ’ in its place\.\n/,
  ],
  [
    'typographic quotation marks',
    'export const a = {\n  b: “Here”,\n};',
    /:2: .* not with a typographic quotation mark/,
  ],
  ['another encoding', Buffer.from("export const a = 'Zoë';", 'latin1'), / is not in UTF-8\. .* encoding UTF-8\.$/],
  ['another encoding of a post', Buffer.from('Zoë', 'latin1'), / is not in UTF-8\./, 'post.md'],
  ['no error', "export const a = 'You’re here';", undefined],
])('a file that cannot be read is named by itself: %s', (_, content, message, file = 'home.ts') => {
  const folder = temporaryFolder();
  writeFileSync(`${folder}/${file}`, content);
  const identity = relative(root, folder);
  const told = sourceFaults(identity);
  expect(told).toEqual(message === undefined ? [] : [expect.stringMatching(message)]);
  for (const fault of told) expect(fault.startsWith(`${identity}/${file}`)).toBe(true);
});

test('the files of the firm have no such error', () => {
  expect(sourceFaults(readEnvironment().identity)).toEqual([]);
});

test('an import of a page that was removed is named', () => {
  const folder = temporaryFolder();
  const page = relative(folder, `${root}src/pages/gone/place.ts`);
  writeFileSync(
    `${folder}/home.ts`,
    `import home from '${page.replace('gone', 'home')}';\nimport gone from '${page}';\n`,
  );
  const identity = relative(root, folder);
  expect(brokenImports(identity)).toEqual([
    expect.stringMatching(/home\.ts:2 imports a file of the page gone, which is not there\. .* placeOf\('gone'\)/),
  ]);
});
