import { EXTENDED, FAMILY, latin, latinExtended } from './displayFont.ts';

/** Only these elements use the font: checking every element is slow on phones. */
const SWAPPED = 'h1, h2, h3, blockquote, dd, .brand, .call-us-number';

/** In em; too small to see. */
const STEP = 0.004;
const STEPS = 12;

/** Loads the headings' font last, and swaps it for a system font of the same width. */
export async function swapFont(): Promise<void> {
  const face = (file: string, descriptors: FontFaceDescriptors) =>
    new FontFace(FAMILY, `url(${file}) format('woff2')`, { weight: '700', ...descriptors });
  // letters are invisible while an added font loads
  const loaded = await face(latin, {}).load();
  const swap = () => document.fonts.add(loaded);
  // skipped if no fallback font was used, as in WebKit on Linux
  if ([...document.fonts].some(({ status }) => status === 'loaded')) keepingLines(swap);
  else swap();
  // loaded only by pages with such a letter
  document.fonts.add(face(latinExtended, { unicodeRange: EXTENDED, display: 'swap' }));
}

/** Adjusts the letter spacing a little, so that each heading keeps its lines and nothing below moves. */
function keepingLines(change: () => void): void {
  const headings = [...document.querySelectorAll<HTMLElement>(SWAPPED)]
    .filter((element) => getComputedStyle(element).fontFamily.includes(FAMILY))
    .map((element) => ({ element, height: element.offsetHeight }));
  change();
  for (const { element, height } of headings) {
    if (element.offsetHeight === height) continue;
    const { letterSpacing, fontSize } = getComputedStyle(element);
    const spacing = (Number.parseFloat(letterSpacing) || 0) / Number.parseFloat(fontSize);
    const direction = Math.sign(height - element.offsetHeight);
    for (let step = 1; step <= STEPS && element.offsetHeight !== height; step += 1) {
      element.style.letterSpacing = `${spacing + direction * step * STEP}em`;
    }
    if (element.offsetHeight !== height) element.style.letterSpacing = '';
  }
}
