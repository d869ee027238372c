import { mkdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { createServer } from 'vite';
import { expect, test } from 'vitest';
import { readEnvironment, root } from '../../scripts/environment.mjs';
import { identityAlias } from '../../scripts/plugins/app.ts';
import { news, postFaults, readPosts } from '../../scripts/plugins/news.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

function identityWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  mkdirSync(`${folder}/news`);
  for (const [name, content] of Object.entries(files)) writeFileSync(`${folder}/news/${name}`, content);
  return relative(root, folder);
}

const post = (lines: string) => `---\n${lines}\n---\n\nHello.\n`;
const GOOD = 'title: A title: with a colon\ndate: 2026-11-20\nsummary: S';

test('posts are Markdown files, the newest first', () => {
  const identity = identityWith({
    'old.md': post(GOOD.replace('2026', '2025')),
    'new.md': post(`${GOOD}\nunlisted: yes`).replaceAll('\n', '\r\n'),
    'notes.txt': 'no post',
  });
  const text = 'Hello.';
  const each = { title: 'A title: with a colon', summary: 'S' };
  expect(readPosts(identity)).toEqual([
    { post: { slug: 'new', date: '2026-11-20', isUnlisted: true, ...each }, text },
    { post: { slug: 'old', date: '2025-11-20', ...each }, text },
  ]);
});

test.each([
  ['a.md', 'Hello.', /news\/a\.md should begin with lines such as:\n---\ntitle: /],
  ['a.md', post('title: A\ndate: 2026-11-20'), /news\/a\.md has no summary\. /],
  [
    'a.md',
    post(GOOD.replace('2026-11-20', '20 November')),
    /has the date 20 November\. Write it as year, month and day/,
  ],
  ['a.md', post(GOOD.replace('11-20', '13-20')), /has the date 2026-13-20\. /],
  ['a.md', post(GOOD.replace('11-20', '02-30')), /has the date 2026-02-30\. /],
  ['a.md', `${post(GOOD)}\n- one\n  2026 and\n  - two`, /news\/a\.md has the line " {2}- two"\. /],
  ['a.md', `${post(GOOD)}\n\n> Hello.`, /news\/a\.md has the line "> Hello\."\. Posts can have /],
  ['a post.md', post(GOOD), /a post\.md should have a name of letters, digits and hyphens/],
])('the error in a post is named: %s %j', (name, content, message) => {
  expect(postFaults(identityWith({ [name]: content }))).toEqual([expect.stringMatching(message)]);
});

// scripts/plugins/news.ts leaves out src/pages/news and src/pages/news-post
test('a firm without posts has no page of news', async () => {
  const placesWith = async (identity: string) => {
    const environment = readEnvironment();
    const plugins = [news({ ...environment, identity })];
    const alias = identityAlias({ ...environment, identity: 'tests/identity' });
    const server = await createServer({
      root,
      configFile: false,
      plugins,
      resolve: { alias: [alias] },
      server: { middlewareMode: true, watch: null, ws: false },
      logLevel: 'error',
      optimizeDeps: { noDiscovery: true },
    });
    try {
      const { places } = await server.ssrLoadModule('/src/places.ts');
      return places.map(({ path }: { readonly path: string }) => path).filter((path: string) => path.includes('news'));
    } finally {
      await server.close();
    }
  };
  expect(await placesWith(identityWith({}))).toEqual([]);
  expect(await placesWith('tests/identity')).toEqual(['/public/news', '/public/news/diary', '/public/news/workshop']);
});
