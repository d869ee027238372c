// @ts-check
import { readdirSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import { root } from './environment.mjs';

/** The face of the headings, in the one form that the rasteriser reads. */
const face = ['latin', 'latin-ext'].map(
  (part) => `${root}src/assets/bricolage-grotesque-${part}.ttf`,
);

/**
 * What pictures are written in: the face, then for letters that it lacks a font of most alphabets,
 * then whatever fonts stand beside the firm's name.
 * @param {string} identity folder of the firm's identity
 */
export function pictureFonts(identity) {
  const own = readdirSync(root + identity).filter((name) => /\.(?:ttf|otf)$/i.test(name));
  return [
    ...face,
    `${root}node_modules/dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf`,
    ...own.map((name) => `${root}${identity}/${name}`),
  ];
}

/**
 * A picture, drawn with these fonts and no other: the machine's own would make it differ from one to the next.
 * @param {string} svg @param {number} width @param {readonly string[]} fontFiles
 */
export const draw = (svg, width, fontFiles) =>
  new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: {
      loadSystemFonts: false,
      fontFiles: [...fontFiles],
      defaultFontFamily: 'Bricolage Grotesque 96pt ExtraBold',
    },
  });

/** @param {string} letter @param {readonly string[]} fontFiles */
function isDrawn(letter, fontFiles) {
  const text = letter.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><text x="9" y="48">${text}</text></svg>`;
  // a letter that no font has leaves nothing behind
  return draw(svg, 64, fontFiles).getBBox() !== undefined;
}

/**
 * The letters of a text that none of the fonts has. A letter with its accents is one.
 * @param {string} text @param {readonly string[]} fontFiles
 */
function lackingIn(text, fontFiles) {
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return [...new Set(letters)].filter(
    // what is white or invisible leaves nothing behind either
    (letter) => !/^[\p{White_Space}\p{C}]*$/u.test(letter) && !isDrawn(letter, fontFiles),
  );
}

/**
 * Which letters the texts need and the fonts lack, each with the first place that needs it.
 * @param {readonly import('../src/prerender.tsx').Lettering[]} texts
 * @param {readonly string[]} fontFiles
 * @param {string} identity
 */
function lacks(texts, fontFiles, identity) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const { text, file } of texts) {
    for (const letter of lackingIn(text, fontFiles)) {
      if (found.has(letter)) continue;
      found.set(letter, `“${letter}” of “${text}” (${file.replace('#identity', identity)})`);
    }
  }
  return [...found.values()].join(', ');
}

/**
 * @param {readonly import('../src/prerender.tsx').Lettering[]} texts of a picture
 * @param {string} identity
 * @throws {Error} where the picture would drop a letter
 */
export function assertDrawable(texts, identity) {
  const lacking = lacks(texts, pictureFonts(identity), identity);
  if (lacking === '') return;
  throw new Error(
    `No font at hand draws ${lacking}, which the picture of a link (share.png) shows. Put a font that has it, a .ttf or .otf file, into ${identity}.`,
  );
}

/**
 * Says which letters of the headings visitors see in another face.
 * @param {readonly import('../src/prerender.tsx').Lettering[]} headings
 * @param {string} identity
 */
export function adviseOnLetters(headings, identity) {
  const lacking = lacks(headings, face, identity);
  if (lacking === '') return;
  console.warn(
    `The face of the headings lacks ${lacking}: visitors see it in another face. Write it otherwise, or add it as src/assets/README.md says.`,
  );
}
