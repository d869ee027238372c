import { readdirSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import type { Lettering } from '../../src/prerender.tsx';
import { root } from '../environment.mjs';
import { ToldError } from '../toldError.ts';

/** Fonts, and the family among them to begin with; where it lacks a letter, the others are asked. */
interface Fonts {
  readonly family: string;
  readonly files: readonly string[];
}

/** The face of the headings, in the one form that the rasteriser reads. */
const FACE: Fonts = {
  family: 'Bricolage Grotesque 96pt ExtraBold',
  files: ['latin', 'latin-ext'].map((part) => `${root}src/assets/bricolage-grotesque-${part}.ttf`),
};

/**
 * A font of most alphabets, and whatever fonts stand beside the firm's name.
 * @param identity folder of the firm's identity
 */
const substitutes = (identity: string): Fonts => ({
  family: 'DejaVu Sans',
  files: [
    `${root}node_modules/dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf`,
    ...readdirSync(root + identity)
      .filter((name) => /\.(?:ttf|otf)$/i.test(name))
      .map((name) => `${root}${identity}/${name}`),
  ],
});

/** A picture, drawn with these fonts and no other: the machine's own would make it differ from one to the next. */
export const draw = (svg: string, width: number, fonts: Fonts = FACE): Resvg =>
  new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false, fontFiles: [...fonts.files], defaultFontFamily: fonts.family },
  });

/** The box of a line of bold text at a size of 100; none where nothing of it is drawn. */
function boxOf(text: string, fonts: Fonts) {
  const line = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text y="99" font-size="100" font-weight="700" letter-spacing="-2">${line}</text></svg>`;
  return draw(svg, 9, fonts).getBBox();
}

/** The letters of a text that none of the fonts has. A letter with its accents is one. */
function lackingIn(text: string, fonts: Fonts): string[] {
  // the face comes first, because it draws nothing where others draw a box
  const all = { family: FACE.family, files: [...FACE.files, ...fonts.files] };
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return [...new Set(letters)].filter(
    // what is white or invisible is never drawn
    (letter) => !/^[\p{White_Space}\p{C}]*$/u.test(letter) && boxOf(letter, all) === undefined,
  );
}

/** Which letters the texts need and the fonts lack, each with the first place that needs it. */
function lacks(texts: readonly Lettering[], fonts: Fonts, identity: string): string {
  const found = new Map<string, string>();
  for (const { text, file } of texts) {
    for (const letter of lackingIn(text, fonts)) {
      if (found.has(letter)) continue;
      found.set(letter, `“${letter}” of “${text}” (${file.replace('#identity', identity)})`);
    }
  }
  return [...found.values()].join(', ');
}

/**
 * What a picture is written in: the face, or where that lacks a letter, other fonts for all of it.
 * @param texts of the picture
 * @throws where the picture would drop a letter
 */
export function fontsFor(texts: readonly Lettering[], identity: string): Fonts {
  if (lacks(texts, FACE, identity) === '') return FACE;
  const fonts = substitutes(identity);
  const lacking = lacks(texts, fonts, identity);
  if (lacking === '') return fonts;
  throw new ToldError(
    `No font at hand draws ${lacking}, which the picture of a link shows. Put a font that has it, a .ttf or .otf file, into ${identity}.`,
  );
}

/** How wide a line is, as a share of its letters' size. */
export const widthIn = (fonts: Fonts) => (text: string) => (boxOf(text, fonts)?.width ?? 0) / 100;

/** Which letters of the headings visitors see in another face, as the build says it. */
export function adviceOnLetters(
  headings: readonly Lettering[],
  identity: string,
): string | undefined {
  const lacking = lacks(headings, FACE, identity);
  return lacking === ''
    ? undefined
    : `The face of the headings lacks ${lacking}: visitors see it in another face. Write it otherwise, or add it as src/assets/README.md says.`;
}
