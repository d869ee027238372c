import { existsSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import type { Plugin } from 'vite';
import type { Drawing } from '../../src/content/drawing.ts';
import { BuildError } from '../buildError.ts';
import { type Environment, root } from '../environment.mjs';
import { drawingFrom } from './drawings.ts';

const ID = '\0virtual:mark';

const NAMES = ['mark.svg', 'mark.png', 'mark.jpg', 'mark.jpeg', 'mark.webp'];

/** In pixels, for a header on a high-resolution screen and for an icon. */
const ON_PAGES = { width: 400, height: 160 };
const IN_PICTURES = { width: 512, height: 512 };

/**
 * Reads the firm's mark: a drawing if it is a plain SVG, a small picture otherwise, or nothing. `virtual:mark/picture` is
 * that picture for icons and link previews, as a data URL.
 */
export function mark({ identity }: Environment): Plugin {
  let isBuild = false;
  return {
    name: 'mark',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    resolveId: { filter: { id: /^virtual:mark(?:\/picture)?$/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:mark/ },
      async handler(id) {
        const file = fileOf(`${identity}/face`);
        if (file === undefined) return moduleOf(undefined);
        this.addWatchFile(root + file);
        const drawing = drawingIn(file);
        if (drawing) return moduleOf(id === ID ? { drawing } : undefined);
        if (id !== ID) return moduleOf((await embedded(file)).src);
        if (!isBuild) return moduleOf({ picture: await embedded(file) });
        const { data, info } = await small(file, ON_PAGES, 'webp');
        // Vite replaces this with the address
        const src = `__VITE_ASSET__${this.emitFile({ type: 'asset', name: 'mark.webp', source: data })}__`;
        return moduleOf({ picture: { src, width: info.width, height: info.height } });
      },
    },
  };
}

async function embedded(file: string) {
  const { data, info } = await small(file, IN_PICTURES, 'png');
  return { src: `data:image/png;base64,${data.toString('base64')}`, width: info.width, height: info.height };
}

const moduleOf = (content: object | string | undefined) => `export default ${JSON.stringify(content)};`;

function fileOf(folder: string): string | undefined {
  const [first, ...more] = NAMES.map((name) => `${folder}/${name}`).filter((file) => existsSync(root + file));
  if (more.length > 0) throw new BuildError(`${folder} has ${[first, ...more].join(' and ')}. Keep one of them.`);
  return first;
}

/** @returns undefined for what is better shown as a picture: it is long, or has effects that a page would ignore */
function drawingIn(file: string): Drawing | undefined {
  if (!file.endsWith('.svg')) return undefined;
  const source = readFileSync(root + file, 'utf8');
  try {
    return drawingFrom(source, file);
  } catch (error) {
    // without the font, its letters would be others
    if (!/<svg\b/.test(source) || /<text\b/.test(source)) throw error;
    return undefined;
  }
}

/** Without the empty edge that exported logos have. */
async function small(file: string, size: { readonly width: number; readonly height: number }, format: 'png' | 'webp') {
  try {
    const { width = 1, format: from } = await sharp(root + file).metadata();
    // enough dots for a drawing that says a small size
    const density = Math.min(10_000, Math.max(72, (72 * 1024) / width));
    const original = sharp(root + file, from === 'svg' ? { density } : {}).autoOrient();
    const trimmed = await original.trim().png().toBuffer();
    return await sharp(trimmed)
      .resize({ ...size, fit: 'inside', withoutEnlargement: true })
      [format](format === 'webp' ? { quality: 70, alphaQuality: 70, effort: 6, smartSubsample: true } : {})
      .toBuffer({ resolveWithObject: true });
  } catch {
    throw new BuildError(`${file} cannot be read as a picture. Save it as PNG, JPEG or a plain SVG.`);
  }
}
