import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { budgets, HEADERS, INITIAL_SCRIPT, weigh } from '../../scripts/plugins/budgets.ts';
import { SiteBuild } from '../../scripts/plugins/siteBuild.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const KB = 1024;

/** Random text, which brotli hardly compresses. */
const dense = (bytes: number) => {
  let text = '';
  for (let seed = 1; text.length < bytes; seed = (seed * 16_807) % 2_147_483_647) text += seed.toString(36);
  return text.slice(0, bytes);
};

interface Sizes {
  readonly html: number;
  readonly script: number;
  readonly words?: number;
  readonly source?: string;
  readonly picture?: number;
  readonly afterwards?: number;
}

function weighed({ html, script, words = 0, source = '', picture, afterwards = 0 }: Sizes) {
  const folder = temporaryFolder();
  writeFileSync(`${folder}/page.html`, source);
  writeFileSync(`${folder}/page.html.br`, Buffer.alloc(html - HEADERS));
  writeFileSync(`${folder}/app.js.br`, Buffer.alloc(script));
  writeFileSync(`${folder}/later.js.br`, Buffer.alloc(afterwards));
  writeFileSync(`${folder}/picture.avif`, Buffer.alloc(picture ?? 0));
  const page = {
    file: 'page.html',
    id: 'page',
    folder: 'src/pages/page',
    hasForm: false,
    scripts: ['app.js'],
    afterwards: ['later.js'],
    pictures: picture === undefined ? [] : ['picture.avif'],
    words: dense(words),
  };
  return weigh(folder, page, folder);
}

const html = 12 * KB;
const script = 70 * KB;
const source = `<body><main>${dense(20 * KB)}</main>`;
const styles = `<style>${dense(20 * KB)}</style><main></main>`;
const early = '<noscript><style>a{src:url(x)}</style></noscript><link rel="stylesheet" href="/x.css">';

test.each([
  ['as many bytes as a page may have', { html: 14_336, script: INITIAL_SCRIPT, source }, [], []],
  ['as many with pictures', { html, script: 78 * KB, picture: 42 * KB }, [], []],
  ['words in HTML', { html: 14_396, script, source }, [/^page\.html: HTML .* 14396 bytes/], []],
  ['words in scripts', { html, script: INITIAL_SCRIPT + 2 * KB, words: 6 * KB }, [/^page\.html: script, /], []],
  ['pictures', { html, script: 78 * KB, picture: 43 * KB }, [/: HTML 12288, pictures 44032, app\.js 79872\.$/], []],
  [
    'script',
    { html, script: INITIAL_SCRIPT + KB },
    [/: script, \d/],
    [/^page\.html: script without words \(app\.js \d+\), \d/],
  ],
  [
    'script that is fetched later',
    { html, script, afterwards: 43 * KB },
    [],
    [/^page\.html: all but HTML and words, /],
  ],
  ['HTML around <main>', { html, script, source: styles }, [], [/^page\.html: HTML .* without <main>, \d+ bytes/]],
  ['a fetch before the paint', { html, script, source: early }, [], [/paints: <link .* href="\/x\.css">$/]],
])('%s: too many words are a warning, and too many bytes around them an error', (_, sizes, warnings, faults) => {
  const matching = (patterns: readonly RegExp[]) => patterns.map((pattern) => expect.stringMatching(pattern));
  expect(weighed(sizes)).toMatchObject({ warnings: matching(warnings), faults: matching(faults) });
});

test('a page over its budget is told which of its parts has grown since the last build', () => {
  const [folder, lastBuild] = [temporaryFolder(), temporaryFolder()];
  for (const [where, style] of [
    [folder, dense(3 * KB)],
    [lastBuild, dense(2 * KB)],
  ] as const) {
    writeFileSync(`${where}/page.html`, `<style>${style}</style><main>${dense(KB)}</main>`);
    writeFileSync(`${where}/page.html.br`, Buffer.alloc(14 * KB));
  }
  const page = { file: 'page.html', id: 'page', folder: 'src/pages/page', hasForm: false };
  expect(weigh(folder, { ...page, scripts: [], afterwards: [], pictures: [], words: '' }, lastBuild).warnings).toEqual([
    expect.stringMatching(
      /^page\.html: HTML .* 14336: in <main> \d+, styles \d+ \(\d+ more than in the last build\), around \d+\.$/,
    ),
  ]);
});

test('a script over its budget is named with what it has grown since the last build', () => {
  const [folder, lastBuild] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(`${folder}/page.html`, '');
  writeFileSync(`${folder}/page.html.br`, '');
  for (const [where, app, page] of [
    [folder, 'app-AAAAAAAA', 70],
    [lastBuild, 'app-BBBBBBBB', 60],
  ] as const) {
    mkdirSync(`${where}/assets`);
    writeFileSync(`${where}/assets/${app}.js.br`, Buffer.alloc(page * KB));
  }
  writeFileSync(`${lastBuild}/assets/app-BBBBBBBB.js`, '');
  writeFileSync(`${folder}/assets/page-CCCCCCCC.js.br`, Buffer.alloc(20 * KB));
  const scripts = ['assets/app-AAAAAAAA.js', 'assets/page-CCCCCCCC.js'];
  const page = {
    file: 'page.html',
    id: 'page',
    folder: 'src/pages/page',
    hasForm: false,
    afterwards: [],
    pictures: [],
  };
  expect(weigh(folder, { ...page, scripts, words: dense(90 * KB) }, lastBuild).warnings).toEqual([
    `page.html: script, ${90 * KB} bytes, should be at most ${INITIAL_SCRIPT}: app.js ${70 * KB} (${10 * KB} more than in the last build), page.js ${20 * KB}.`,
  ]);
});

test('a page with too much code stops the build', async () => {
  const folder = temporaryFolder();
  mkdirSync(`${folder}/www`);
  writeFileSync(`${folder}/www/page.html`, source);
  writeFileSync(`${folder}/www/app.js`, dense(INITIAL_SCRIPT * 2));
  const page = { file: 'page.html', id: 'page', folder: 'src/pages/page', hasForm: false, scripts: ['app.js'] };
  const pages = [{ ...page, afterwards: [], pictures: [], words: '' }];
  const { buildApp } = budgets(Object.assign(new SiteBuild(), { folder, pages })) as {
    buildApp: { handler: (builder: object) => Promise<void> };
  };
  await expect(buildApp.handler({ config: { logLevel: 'silent' } })).rejects.toThrow(
    /^Pages are over their budget .*\npage\.html: script without words/,
  );
});
