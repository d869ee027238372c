// @ts-check
import { readdirSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import { root } from './environment.mjs';

/**
 * Fonts, and the family among them to begin with; where it lacks a letter, the others are asked.
 * @typedef {{ family: string, files: readonly string[] }} Fonts
 */

/** The face of the headings, in the one form that the rasteriser reads. @type {Fonts} */
const FACE = {
  family: 'Bricolage Grotesque 96pt ExtraBold',
  files: ['latin', 'latin-ext'].map((part) => `${root}src/assets/bricolage-grotesque-${part}.ttf`),
};

/**
 * A font of most alphabets, and whatever fonts stand beside the firm's name.
 * @param {string} identity folder of the firm's identity
 * @returns {Fonts}
 */
const substitutes = (identity) => ({
  family: 'DejaVu Sans',
  files: [
    `${root}node_modules/dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf`,
    ...readdirSync(root + identity)
      .filter((name) => /\.(?:ttf|otf)$/i.test(name))
      .map((name) => `${root}${identity}/${name}`),
  ],
});

/**
 * A picture, drawn with these fonts and no other: the machine's own would make it differ from one to the next.
 * @param {string} svg @param {number} width @param {Fonts} fonts
 */
export const draw = (svg, width, fonts = FACE) =>
  new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false, fontFiles: [...fonts.files], defaultFontFamily: fonts.family },
  });

/**
 * The box of a line of bold text at a size of 100; none where nothing of it is drawn.
 * @param {string} text @param {Fonts} fonts
 */
function boxOf(text, fonts) {
  const line = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text y="99" font-size="100" font-weight="700" letter-spacing="-2">${line}</text></svg>`;
  return draw(svg, 9, fonts).getBBox();
}

/**
 * The letters of a text that none of the fonts has. A letter with its accents is one.
 * @param {string} text @param {Fonts} fonts
 */
function lackingIn(text, fonts) {
  // the face comes first, because it draws nothing where others draw a box
  const all = { family: FACE.family, files: [...FACE.files, ...fonts.files] };
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return [...new Set(letters)].filter(
    // what is white or invisible is never drawn
    (letter) => !/^[\p{White_Space}\p{C}]*$/u.test(letter) && boxOf(letter, all) === undefined,
  );
}

/**
 * Which letters the texts need and the fonts lack, each with the first place that needs it.
 * @param {readonly import('../src/prerender.tsx').Lettering[]} texts
 * @param {Fonts} fonts
 * @param {string} identity
 */
function lacks(texts, fonts, identity) {
  /** @type {Map<string, string>} */
  const found = new Map();
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
 * @param {readonly import('../src/prerender.tsx').Lettering[]} texts of the picture
 * @param {string} identity
 * @throws {Error} where the picture would drop a letter
 */
export function fontsFor(texts, identity) {
  if (lacks(texts, FACE, identity) === '') return FACE;
  const fonts = substitutes(identity);
  const lacking = lacks(texts, fonts, identity);
  if (lacking === '') return fonts;
  throw new Error(
    `No font at hand draws ${lacking}, which the picture of a link (share.png) shows. Put a font that has it, a .ttf or .otf file, into ${identity}.`,
  );
}

/** How wide a line is, as a share of its letters' size. @param {Fonts} fonts */
export const widthIn = (fonts) => (/** @type {string} */ text) =>
  (boxOf(text, fonts)?.width ?? 0) / 100;

/**
 * Says which letters of the headings visitors see in another face.
 * @param {readonly import('../src/prerender.tsx').Lettering[]} headings
 * @param {string} identity
 */
export function adviseOnLetters(headings, identity) {
  const lacking = lacks(headings, FACE, identity);
  if (lacking === '') return;
  console.warn(
    `The face of the headings lacks ${lacking}: visitors see it in another face. Write it otherwise, or add it as src/assets/README.md says.`,
  );
}
