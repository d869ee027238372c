import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parse } from 'node-html-parser';
import { build, type Plugin } from 'vite';
import { expect, test } from 'vitest';
import { readEnvironment } from '../../scripts/environment.mjs';
import { links, pageFaults } from '../../scripts/plugins/links.ts';
import { pictures } from '../../scripts/plugins/pictures.ts';
import { SiteBuild } from '../../scripts/plugins/siteBuild.ts';
import { publicFaults } from '../../scripts/plugins/siteFiles.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

test('a file in public/ must not replace a file of the build or be hidden', () => {
  const made = ['robots.txt', 'public/index/index.html', 'api/contact_process.php', 'licenses.txt'];
  const wrong = [
    'robots.txt',
    'public/index',
    'api/Contact_Process.php/x',
    'licenses.txt',
    'private/x.txt',
    '.env',
    'info.php',
    'report.txt.br',
  ];
  const right = ['.well-known/security.txt', 'api/more.txt', 'public/x.pdf'];
  const faults = publicFaults([...wrong, ...right], made);
  expect(faults.map((fault) => fault.trim().split(':', 1)[0])).toEqual(wrong);
});

const faultsOf = (html: string) =>
  pageFaults({
    siteUrl: 'https://www.firm.example',
    pages: new Map([
      ['/public/index', { folder: 'home', html: parse(html) }],
      ['/public/service', { folder: 'services', html: parse('<p id="cloud">Cloud</p>') }],
    ]),
    isFile: (path) => path === '/prices.pdf',
  }).map(({ folder, says }) => `${folder}: ${says}`);

test.each([
  ['/public/our-wrok', '/public/our-wrok, which is not a page.'],
  ['/public/service#ovens', '/public/service#ovens, but that page has no id ovens.'],
  ['https://www.firm.example/nowhere', '/nowhere, which is not a page.'],
  ['diary.example', '“diary.example”, which is not an address.'],
])('a link to %s is broken', (href, target) => {
  expect(faultsOf(`<a href="${href}">Diary</a>`)).toEqual([`home: “Diary” leads to ${target}`]);
});

test.each([
  '/public/service',
  '/public/service?subject=A#cloud',
  '#here',
  '/prices.pdf',
  'https://diary.example/',
  'mailto:hello@firm.example',
])('a link to %s is not broken', (href) => {
  expect(faultsOf(`<a id="here" href="${href}">Diary</a>`)).toEqual([]);
});

test('a broken link stops the build', async () => {
  const folder = temporaryFolder();
  writeFileSync(`${folder}/entry.js`, '');
  const page = { file: 'page.html', id: 'page', folder: 'src/pages/home', hasForm: false, words: '' };
  const siteBuild = Object.assign(new SiteBuild(), {
    pages: [{ ...page, scripts: [], afterwards: [], pictures: [] }],
  });
  const made: Plugin = {
    name: 'page',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: page.file, source: '<a href="./words.ts">Diary</a>' });
    },
  };
  await expect(
    build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      plugins: [made, links(siteBuild, readEnvironment())],
      build: { write: false, rolldownOptions: { input: `${folder}/entry.js` } },
    }),
    // where the page's code has that text
  ).rejects.toThrow(/src\/pages\/home\/Page\.tsx:\d+: “Diary” leads to “\.\/words\.ts”, which is not an address\./);
});

test('a picture needs its file and an alt, and what has words needs them', () => {
  expect(faultsOf('<img src="/us.jpg" alt=""><h2> </h2>')).toEqual([
    'home: the picture /us.jpg is missing. Put it into public/.',
    'home: the picture /us.jpg has no alt. Describe the picture for people who cannot see it.',
    'home: a heading is empty. Page.tsx uses a text that words.ts does not have.',
  ]);
  for (const [html, name] of [
    ['<h1></h1>', 'the main heading'],
    ['<h3></h3>', 'a heading'],
    ['<a href="/prices.pdf"></a>', 'a link'],
    ['<button></button>', 'a button'],
    ['<dl><dt></dt></dl>', 'a label'],
    ['<blockquote><p></p></blockquote>', 'a quotation'],
  ] as const) {
    expect(faultsOf(html)).toEqual([`home: ${name} is empty. Page.tsx uses a text that words.ts does not have.`]);
  }
  expect(faultsOf('<h2 aria-label="We"></h2><a href="/prices.pdf"><img src="data:," alt="A"></a>')).toEqual([]);
});

test.each([
  ['./Photo.jpg', /shows the picture \.\/Photo\.jpg, which is not there\. Put the file/],
  ['./text.jpg', /text\.jpg cannot be read as a picture\. .* save it as JPEG or PNG/],
])('the build says why it cannot use the picture %s', async (picture, message) => {
  const folder = temporaryFolder();
  writeFileSync(`${folder}/text.jpg`, 'no picture');
  writeFileSync(`${folder}/entry.js`, `export { default } from '${picture}?picture';`);
  await expect(
    build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      plugins: [pictures()],
      build: { write: false, rolldownOptions: { input: `${folder}/entry.js` } },
    }),
  ).rejects.toThrow(message);
});

test('npm run format deletes the import of a drawing that an editor removed', () => {
  const args = ['biome', 'check', '--write', '--stdin-file-path=src/identity/working.ts'];
  const input = "import johan from './face/people/johan.svg?drawing';\n\nexport const working = [];\n";
  expect(execFileSync('npx', args, { input, encoding: 'utf8' })).toBe('export const working = [];\n');
});
