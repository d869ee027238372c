import { mkdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readEnvironment, root } from '../../scripts/environment.mjs';
import { mark } from '../../scripts/plugins/mark.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const PLAIN =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 0h40v20H0z" fill="#fff"/>X</svg>';
const SHAPES = PLAIN.replace('X', '<path d="M9 9h9v9H9z"/>');
const photo = (format: 'png' | 'jpeg') => sharp(Buffer.from(SHAPES)).resize(1200)[format]().toBuffer();

type Files = Readonly<Record<string, string | Buffer>>;

/** What pages and pictures import. */
async function markOf(files: Files) {
  const folder = temporaryFolder();
  mkdirSync(`${folder}/face`);
  for (const [name, content] of Object.entries(files)) writeFileSync(`${folder}/face/${name}`, content);
  const { load } = mark({ ...readEnvironment(), identity: relative(root, folder) });
  const handler = Object(load).handler.bind({ addWatchFile: () => undefined });
  const read = async (id: string) => {
    const code: string = await handler(`\0${id}`);
    const json = code.replace(/^export default (.*);$/, '$1');
    return json === 'undefined' ? undefined : JSON.parse(json);
  };
  return { onPages: await read('virtual:mark'), inPictures: await read('virtual:mark/picture') };
}

test('a mark may be left out, and a plain SVG keeps its colours, or takes that of the text if it has none', async () => {
  expect(await markOf({})).toEqual({ onPages: undefined, inPictures: undefined });
  expect(await markOf({ 'mark.svg': SHAPES })).toEqual({
    onPages: { drawing: expect.objectContaining({ width: 40, height: 20, attributes: {} }) },
    inPictures: undefined,
  });
  expect(await markOf({ 'mark.svg': SHAPES.replace(' fill="#fff"', '') })).toMatchObject({
    onPages: { drawing: { attributes: { fill: 'currentColor' } } },
  });
});

test.each<[string, () => Promise<Files>]>([
  ['a PNG', async () => ({ 'mark.png': await photo('png') })],
  ['a JPEG', async () => ({ 'mark.jpg': await photo('jpeg') })],
  ['an SVG with styles', async () => ({ 'mark.svg': SHAPES.replace(/<path .*?>/, '<style>a{}</style>') })],
  ['an SVG with styled shapes', async () => ({ 'mark.svg': SHAPES.replace('fill="#fff"', 'style="fill:#fff"') })],
  ['a long SVG', async () => ({ 'mark.svg': SHAPES.replace(/<path .*?>/, `<desc>${'a'.repeat(9000)}</desc>`) })],
])('%s is a small picture without its empty edge', async (_, files) => {
  const { onPages, inPictures } = await markOf(await files());
  const { src, width, height } = onPages.picture;
  expect(src).toBe(inPictures);
  expect(src).toMatch(/^data:image\/png;base64,/);
  expect(src.length).toBeLessThan(10_000);
  expect(Math.abs(width - height)).toBeLessThan(3);
});

test.each<[string, Files, RegExp]>([
  ['two marks', { 'mark.svg': SHAPES, 'mark.png': '' }, /face has .*mark\.svg and .*mark\.png\. Keep one of them\.$/],
  ['letters', { 'mark.svg': PLAIN.replace('X', '<text>K</text>') }, /mark\.svg has a <text>\. .*turn text/],
  ['another file', { 'mark.png': 'a letter' }, /mark\.png cannot be read as a picture\. Save it as PNG, JPEG/],
])('%s: the error says what to do', async (_, files, message) => {
  await expect(markOf(files)).rejects.toThrow(message);
});
