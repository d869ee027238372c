import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, parse, relative, resolve } from 'node:path';
import { parse as parseHtml } from 'node-html-parser';
import sharp from 'sharp';
import type { Plugin } from 'vite';
import type { PictureFile } from '../../src/content/picture.ts';
import { BuildError } from '../buildError.ts';
import { root } from '../environment.mjs';

const QUERY = '?picture';
/** Enough for a phone, a phone with a fine screen, a column and the whole width of a page. */
const WIDTHS = [480, 720, 1080, 1440] as const;
const FORMATS = ['avif', 'webp'] as const;
const CACHE = `${root}node_modules/.cache/pictures`;

/** What a phone has room for that is 360 px wide, with two dots to a pixel and a margin. */
const PHONE = 640;

type Format = (typeof FORMATS)[number];

/**
 * Makes of a picture of any size what pages need of it, where a module imports it as
 * `./photo.jpg?picture`: AVIF and WebP in a few widths. Whatever else is in the file, such as where a
 * photo was taken, is left behind. The dev server shows the file as it is.
 */
export function pictures(): Plugin {
  let isBuild = false;
  return {
    name: 'pictures',
    // Vite has an idea of its own of a picture
    enforce: 'pre',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    resolveId: {
      filter: { id: /\?picture$/ },
      handler(source, importer) {
        const name = source.slice(0, -QUERY.length);
        const file = name.startsWith('/') ? name : resolve(dirname(importer ?? root), name);
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
        if (!isBuild) {
          return `import src from ${JSON.stringify(`${file}?url`)};
            export default { src, width: ${width}, height: ${height}, sources: [] };`;
        }
        const widths = widthsFor(width);
        const emitted = async (format: Format, each: number) => {
          const source = await encoded(file, format, each);
          const name = `${parse(file).name}-${each}.${format}`;
          // Vite replaces it by the address
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

/** The files that a phone fetches for the pictures of a page, below the document root. */
export function picturesOnPhone(html: string): string[] {
  return (
    parseHtml(html)
      .querySelectorAll('img')
      .map((picture) => {
        const [source = picture] = picture.closest('picture')?.querySelectorAll('source') ?? [];
        const files = (source.getAttribute('srcset') ?? '')
          .split(', ')
          .map((file) => file.split(' '));
        const [url] =
          files.find(([, width = '']) => Number.parseInt(width, 10) >= PHONE) ?? files.at(-1) ?? [];
        return url || (picture.getAttribute('src') ?? '');
      })
      // small ones are in the page itself
      .filter((url) => url.startsWith('/'))
      .map((url) => url.slice(1))
  );
}

/** None wider than the picture is. */
const widthsFor = (width: number): readonly number[] => {
  const narrower = WIDTHS.filter((each) => each < width);
  return narrower.length < WIDTHS.length ? [...narrower, width] : WIDTHS;
};

/** As it is seen: what a camera noted of its position is heeded. */
async function sizeOf(file: string) {
  try {
    return (await sharp(file).metadata()).autoOrient;
  } catch {
    throw new BuildError(
      `${relative(root, file)} cannot be read as a picture. Open it in a program for pictures, and save it as JPEG or PNG.`,
    );
  }
}

/** By the encoders' own measures. Below, letters in a screenshot begin to blur. */
const QUALITY = { avif: 38, webp: 75 } as const satisfies Record<Format, number>;

const encode = (original: Buffer, format: Format, width: number) =>
  sharp(original).autoOrient().resize({ width })[format]({ quality: QUALITY[format] }).toBuffer();

/** Once for all builds: AVIF takes its time. */
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
  // another build may look for it at any moment
  writeFileSync(`${cached}.${process.pid}`, picture);
  renameSync(`${cached}.${process.pid}`, cached);
  return picture;
}
