import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { brotliCompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { HEADERS, INITIAL_SCRIPT, weigh } from '../../scripts/plugins/budgets.ts';

const KB = 1024;

/** Text that brotli makes little smaller. */
const dense = (bytes: number) => {
  let text = '';
  for (let seed = 1; text.length < bytes; seed = (seed * 16_807) % 2_147_483_647)
    text += seed.toString(36);
  return text.slice(0, bytes);
};

interface Sizes {
  /** Bytes as they are sent. */
  readonly html: number;
  readonly script: number;
  /** How long the text is. */
  readonly words?: number;
  /** The page as it is before it is compressed. */
  readonly source?: string;
  readonly picture?: number;
}

function weighed({ html, script, words = 0, source = '', picture }: Sizes) {
  const folder = mkdtempSync(`${tmpdir()}/budgets-`);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(`${folder}/page.html`, source);
  writeFileSync(`${folder}/page.html.br`, Buffer.alloc(html - HEADERS));
  writeFileSync(`${folder}/app.js.br`, Buffer.alloc(script));
  writeFileSync(`${folder}/picture.avif`, Buffer.alloc(picture ?? 0));
  return weigh(folder, {
    file: 'page.html',
    module: 'src/pages/page/Page.tsx',
    scripts: ['app.js'],
    afterwards: [],
    pictures: picture === undefined ? [] : ['picture.avif'],
    words: dense(words),
    wordFiles: ['src/identity/projects.ts', 'src/pages/page/words.ts'],
  });
}

test('a page within its budgets is not spoken of', () => {
  expect(weighed({ html: 12 * KB, script: INITIAL_SCRIPT })).toMatchObject({
    faults: [],
    warnings: [],
  });
});

test('words over a budget are told, with the page and their files, and stop nothing', () => {
  const source = `<body><main>${dense(20 * KB)}</main>`;
  const ofHtml = weighed({ html: 14_396, script: 70 * KB, source });
  expect(ofHtml.faults).toEqual([]);
  expect(ofHtml.warnings).toEqual([
    expect.stringMatching(
      /^page\.html: HTML .* 14396 bytes.* 14336 .*src\/identity\/projects\.ts and src\/pages\/page\/words\.ts,.* 20 of them\.$/,
    ),
  ]);
  expect(weighed({ html: 14_336, script: 70 * KB, source }).warnings).toEqual([]);
  expect(brotliCompressSync(dense(6 * KB)).length).toBeGreaterThan(2 * KB);
  const ofScript = weighed({ html: 12 * KB, script: INITIAL_SCRIPT + 2 * KB, words: 6 * KB });
  expect(ofScript.faults).toEqual([]);
  expect(ofScript.warnings).toEqual([
    expect.stringMatching(/^page\.html: script,.* src\/pages\/page\/words\.ts,/),
  ]);
});

test('a picture counts for its page, and stops nothing', () => {
  expect(weighed({ html: 12 * KB, script: 78 * KB, picture: 30 * KB }).warnings).toEqual([]);
  const { faults, warnings } = weighed({ html: 12 * KB, script: 78 * KB, picture: 31 * KB });
  expect(faults).toEqual([]);
  expect(warnings).toEqual([
    expect.stringMatching(
      /^page\.html: in all, .* src\/pages\/page\/words\.ts,.* pictures .* 31744 /,
    ),
  ]);
});

test('code over its budget stops the build, and so does HTML around what is in main', () => {
  expect(weighed({ html: 12 * KB, script: INITIAL_SCRIPT + KB }).faults).toEqual([
    expect.stringMatching(/^page\.html: script without its words, \d+ bytes/),
  ]);
  const source = `<style>${dense(20 * KB)}</style><main></main>`;
  expect(weighed({ html: 12 * KB, script: 70 * KB, source }).faults).toEqual([
    expect.stringMatching(/^page\.html: HTML .* without what is in main, \d+ bytes/),
  ]);
});

test('nothing may be fetched before the paint', () => {
  const source =
    '<noscript><style>a{src:url(x)}</style></noscript><link rel="stylesheet" href="/x.css">';
  expect(weighed({ html: 12 * KB, script: 70 * KB, source }).faults).toEqual([
    'page.html fetches before it paints: <link rel="stylesheet" href="/x.css">',
  ]);
});
