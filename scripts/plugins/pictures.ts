import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, parse, relative, resolve } from 'node:path';
import { parse as parseHtml } from 'node-html-parser';
import sharp from 'sharp';
import { normalizePath, type Plugin } from 'vite';
import type { PictureFile } from '../../src/prerender/schema.ts';
import { BuildError } from '../buildError.ts';
import { root } from '../environment.mjs';

const QUERY = '?picture';
/** For a phone, a high-resolution phone, a column and a whole page. */
const WIDTHS = [480, 640, 1080, 1440] as const;
const FORMATS = ['avif', 'webp'] as const;
const CACHE = `${root}node_modules/.cache/pictures`;

/** The content of a phone 360 px wide, with two device pixels per px. */
const PHONE = 640;

type Format = (typeof FORMATS)[number];

/** Encodes a picture that is imported as `./photo.jpg?picture` as AVIF and WebP, without metadata such as the place. */
export function pictures(): Plugin {
  let isBuild = false;
  return {
    name: 'pictures',
    // before Vite's own handling of pictures
    enforce: 'pre',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    resolveId: {
      filter: { id: /\?picture$/ },
      handler(source, importer) {
        const name = source.slice(0, -QUERY.length);
        const file = isAbsolute(name) ? name : normalizePath(resolve(dirname(importer ?? root), name));
        if (existsSync(file)) return file + QUERY;
        throw new BuildError(
          `${relative(root, importer ?? '')} shows the picture ${name}, which is not there. Put the file beside it, or correct its name: capital letters count.`,
        );
      },
    },
    load: {
      filter: { id: /\?picture$/ },
      async handler(id) {
        const file = id.slice(0, -QUERY.length);
        this.addWatchFile(file);
        const { width, height } = await sizeOf(file);
        const isDrawing = file.endsWith('.svg');
        if (!isBuild) {
          return `import src from ${JSON.stringify(`${file}?url`)};
            export default { src, width: ${width}, height: ${height}, isDrawing: ${isDrawing}, sources: [] };`;
        }
        const widths = widthsFor(width);
        const emitted = async (format: Format, each: number) => {
          const source = await encoded(file, format, each);
          const name = `${parse(file).name}-${each}.${format}`;
          // Vite replaces this with the address
          return `__VITE_ASSET__${this.emitFile({ type: 'asset', name, source })}__`;
        };
        const urls = await Promise.all(
          FORMATS.map((format) => Promise.all(widths.map((each) => emitted(format, each)))),
        );
        const largest = Math.max(...widths);
        const picture: PictureFile = {
          src: urls.at(-1)?.at(-1) ?? '',
          width: largest,
          height: Math.round((height * largest) / width),
          isDrawing,
          sources: FORMATS.map((format, index) => ({
            type: `image/${format}`,
            srcSet: widths.map((each, at) => `${urls[index]?.[at]} ${each}w`).join(', '),
          })),
        };
        return `export default ${JSON.stringify(picture)};`;
      },
    },
  };
}

/** The picture files that a phone fetches for a page: of those that wait for the visitor, the first. */
export function picturesOnPhone(html: string): string[] {
  // phones do not show the photograph beside a heading (PageHeader.css)
  const all = parseHtml(html)
    .querySelectorAll('img')
    .filter((picture) => picture.closest('.page-picture') === null);
  const waiting = all.filter((picture) => picture.getAttribute('loading') === 'lazy').slice(1);
  return (
    all
      .filter((picture) => !waiting.includes(picture))
      .map((picture) => {
        const [source = picture] = picture.closest('picture')?.querySelectorAll('source') ?? [];
        const files = (source.getAttribute('srcset') ?? '').split(', ').map((file) => file.split(' '));
        const [url] = files.find(([, width = '']) => Number.parseInt(width, 10) >= PHONE) ?? files.at(-1) ?? [];
        return url || (picture.getAttribute('src') ?? '');
      })
      // small pictures are inline
      .filter((url) => url.startsWith('/'))
      .map((url) => url.slice(1))
  );
}

const widthsFor = (width: number): readonly number[] => {
  const narrower = WIDTHS.filter((each) => each < width);
  return narrower.length < WIDTHS.length ? [...narrower, width] : WIDTHS;
};

/** After the rotation in the file's metadata. */
async function sizeOf(file: string) {
  try {
    return (await sharp(file).metadata()).autoOrient;
  } catch {
    throw new BuildError(
      `${relative(root, file)} cannot be read as a picture. Open it in a photo editor and save it as JPEG or PNG.`,
    );
  }
}

/** Lower values blur letters in screenshots. */
const QUALITY = { avif: 35, webp: 75 } as const satisfies Record<Format, number>;

const encode = (original: Buffer, format: Format, width: number) =>
  sharp(original).autoOrient().resize({ width })[format]({ quality: QUALITY[format] }).toBuffer();

/** Caches encoded pictures between builds, because AVIF is slow. */
async function encoded(file: string, format: Format, width: number): Promise<Buffer> {
  const original = readFileSync(file);
  const key = createHash('sha256')
    .update(original)
    .update(`${format} ${width} ${sharp.versions.sharp} ${QUALITY[format]} ${encode}`)
    .digest('hex');
  const cached = `${CACHE}/${key}`;
  if (existsSync(cached)) return readFileSync(cached);
  const picture = await encode(original, format, width);
  mkdirSync(CACHE, { recursive: true });
  // atomic: another build may read the file at the same time
  writeFileSync(`${cached}.${process.pid}`, picture);
  renameSync(`${cached}.${process.pid}`, cached);
  return picture;
}
