import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Plugin } from 'vite';
import type { Post } from '../../src/prerender/schema.ts';
import { BuildError } from '../buildError.ts';
import { type Environment, root } from '../environment.mjs';

const filesOf = (identity: string): string[] =>
  existsSync(`${root}${identity}/news`)
    ? readdirSync(`${root}${identity}/news`)
        .filter((name) => name.endsWith('.md'))
        .map((name) => `${identity}/news/${name}`)
    : [];

export const hasNews = (identity: string): boolean => filesOf(identity).length > 0;

/** The posts of a firm, the newest first. Without one, the pages of news are left out of the site. */
export function news({ identity }: Environment): Plugin {
  return {
    name: 'news',
    // before Vite reads the globs
    enforce: 'pre',
    resolveId: { filter: { id: /^virtual:news(?:\/texts)?$/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:news/ },
      handler(id) {
        for (const file of filesOf(identity)) this.addWatchFile(root + file);
        const posts = readPosts(identity);
        const content = id.endsWith('/texts')
          ? Object.fromEntries(posts.map(({ post, text }) => [post.slug, text]))
          : posts.map(({ post }) => post);
        return `export default ${JSON.stringify(content)};`;
      },
    },
    transform: {
      filter: { id: /\/src\/[\w/]+\.tsx?$/, code: /\/pages\/\*\// },
      handler: (code) =>
        hasNews(identity)
          ? undefined
          : code.replaceAll(/(import\.meta\.glob(?:<[^(]+>)?\(\s*\[)/g, "$1'!/src/pages/news*/*', "),
    },
  };
}

/** @throws {BuildError} that names the file and what to do */
export const readPosts = (identity: string) =>
  filesOf(identity)
    .map(readPost)
    .sort((one, other) => (one.post.date < other.post.date ? 1 : -1));

/** @returns the error of the first post that cannot be read */
export function postFaults(identity: string): string[] {
  try {
    readPosts(identity);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Other headings, quotations, pictures, code, tables and lists in lists, which Markdown.tsx would show as text. */
const NOT_SHOWN = /^(?:#(?!# )|>|!\[|```|\|| +(?:-|\d+\.) ).*/m;

const EXAMPLE = '\n---\ntitle: A new workshop\ndate: 2026-11-20\nsummary: It is larger.\n---';

function readPost(file: string): { readonly post: Post; readonly text: string } {
  const fail = (problem: string) => new BuildError(`${file} ${problem}`);
  const [, head, text = ''] =
    /^---\n(.*?)\n---\n(.*)$/s.exec(readFileSync(root + file, 'utf8').replaceAll('\r', '')) ?? [];
  if (head === undefined) throw fail(`should begin with lines such as:${EXAMPLE}`);
  const lines = new Map(
    head.split('\n').map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim(), value.join(':').trim()];
    }),
  );
  const read = (name: string) => {
    const value = lines.get(name);
    if (!value) throw fail(`has no ${name}. It should begin with lines such as:${EXAMPLE}`);
    return value;
  };
  const slug = basename(file, '.md');
  if (!/^[\w-]+$/.test(slug)) throw fail('should have a name of letters, digits and hyphens, which is its address.');
  const date = read('date');
  // JavaScript reads 30 February as 2 March
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !new Date(date).toJSON()?.startsWith(date)) {
    throw fail(`has the date ${date}. Write it as year, month and day, such as 2026-11-20.`);
  }
  const [unknown] = NOT_SHOWN.exec(text) ?? [];
  if (unknown !== undefined) {
    throw fail(`has the line ${JSON.stringify(unknown)}. Posts can have headings (##), lists, links and bold text.`);
  }
  const post = { slug, date, title: read('title'), summary: read('summary') };
  return { post: lines.get('unlisted') === 'yes' ? { ...post, isUnlisted: true } : post, text: text.trim() };
}
