import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { site } from '#identity/site.ts';
import { readEnvironment, root } from '../../scripts/environment.mjs';
import { contentFaults } from '../../scripts/plugins/content.ts';
import * as writing from '../../src/writing.ts';

const { identity } = readEnvironment();

/** Every file that editors write, as the folders have it. */
const files = [
  ...filesIn(identity, '.ts'),
  ...filesIn('src/content/words', '.ts'),
  ...filesIn('src/pages', '.ts'),
  ...filesIn('server/rules', '.json'),
];

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);
}

/** The files that are checked, one of them with other content. */
function withContent(file: string, content: unknown): typeof writing {
  const replaced = <Loaders extends object>(loaders: Loaders): Loaders =>
    `/${file}` in loaders ? { ...loaders, [`/${file}`]: async () => content } : loaders;
  const { services, ...loaders } = writing;
  return {
    services,
    identity: replaced(loaders.identity),
    rules: replaced(loaders.rules),
    places: replaced(loaders.places),
    words: replaced(loaders.words),
  };
}

describe('a text that was emptied is told with its file:', () => {
  test.each(files)('%s', async (file) => {
    let hasText = false;
    const content = JSON.stringify(
      await import(/* @vite-ignore */ root + file),
      (_, value: unknown) => {
        if (hasText || typeof value !== 'string') return value;
        hasText = true;
        return '';
      },
    );
    const faults = await contentFaults(withContent(file, JSON.parse(content)));
    const told = new Set(faults.map((fault) => fault.split(': ', 1)[0]));
    // types.ts has no text, nor has a portfolio without entries
    expect([...told]).toEqual(hasText ? [file] : []);
  });
});

test('every file that docs/editing.md sends an editor to is among them', () => {
  const table = readFileSync(`${root}docs/editing.md`, 'utf8')
    .split('\n\n')
    .find((block) => block.startsWith('| you want to change'));
  const named = [...(table ?? '').matchAll(/`((?:src|server)\/\S+\.(?:ts|json))`/g)].map(
    ([, file = '']) => file,
  );
  expect(named).toContain('src/pages/<page>/words.ts');
  const pages = readdirSync(`${root}src/pages`);
  const written = named
    .map((file) => file.replace('src/identity', identity))
    .flatMap((file) => pages.map((page) => file.replace('<page>', page)));
  expect(files).toEqual(expect.arrayContaining(written));
});

test('nothing else in src/content says anything to a visitor', () => {
  const modules = import.meta.glob('/src/content/*.ts', { eager: true });
  const texts = JSON.stringify(modules).replaceAll(JSON.stringify(site), '');
  expect(texts.match(/"[^"]* [^"]*"/g)).toBeNull();
});
