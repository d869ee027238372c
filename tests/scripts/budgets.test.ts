import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { brotliCompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { HEADERS, weigh } from '../../scripts/plugins/budgets.ts';

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
  readonly head?: string;
  readonly picture?: number;
}

function weighed({ html, script, words = 0, head = '', picture }: Sizes) {
  const folder = mkdtempSync(`${tmpdir()}/budgets-`);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(`${folder}/page.html`, head);
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
  });
}

test('a page within its budgets is not spoken of', () => {
  expect(weighed({ html: 12 * KB, script: 78 * KB })).toMatchObject({ faults: [], warnings: [] });
});

test('words over a budget are told, with the page and its folder, and stop nothing', () => {
  const ofHtml = weighed({ html: 13.9 * KB, script: 70 * KB });
  expect(ofHtml.faults).toEqual([]);
  expect(ofHtml.warnings).toEqual([
    expect.stringMatching(/^page\.html: HTML .* src\/pages\/page,/),
  ]);
  expect(brotliCompressSync(dense(6 * KB)).length).toBeGreaterThan(2 * KB);
  const ofScript = weighed({ html: 12 * KB, script: 80 * KB, words: 6 * KB });
  expect(ofScript.faults).toEqual([]);
  expect(ofScript.warnings).toEqual([
    expect.stringMatching(/^page\.html: script,.* src\/pages\/page,/),
  ]);
});

test('a picture counts for its page, and stops nothing', () => {
  expect(weighed({ html: 12 * KB, script: 78 * KB, picture: 30 * KB }).warnings).toEqual([]);
  const { faults, warnings } = weighed({ html: 12 * KB, script: 78 * KB, picture: 31 * KB });
  expect(faults).toEqual([]);
  expect(warnings).toEqual([
    expect.stringMatching(/^page\.html: in all, .* src\/pages\/page,.* pictures .* 31744 /),
  ]);
});

test('code over its budget stops the build, and so does HTML of more than one flight', () => {
  expect(weighed({ html: 12 * KB, script: 79 * KB }).faults).toEqual([
    expect.stringMatching(/^page\.html: script without its words, 808\d\d bytes/),
  ]);
  expect(weighed({ html: 14_337, script: 70 * KB }).faults).toEqual([
    expect.stringMatching(/^page\.html: HTML .* one flight, 14337 bytes/),
  ]);
});

test('nothing may be fetched before the paint', () => {
  const head =
    '<noscript><style>a{src:url(x)}</style></noscript><link rel="stylesheet" href="/x.css">';
  expect(weighed({ html: 12 * KB, script: 70 * KB, head }).faults).toEqual([
    'page.html fetches before it paints: <link rel="stylesheet" href="/x.css">',
  ]);
});
