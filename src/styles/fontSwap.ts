import { EXTENDED, FAMILY, latin, latinExtended } from './displayFont.ts';

/** What may be in it. To ask every element of the page would keep a slow phone busy. */
const SWAPPED = 'h1, h2, h3, blockquote, dd, .brand, .call-us-number';

/** How far letters may be moved to keep a heading's lines, in em: steps that nobody sees. */
const STEP = 0.004;
const STEPS = 12;

/**
 * Fetches the face of the headings, and puts it in the place of the system's.
 *
 * A face that a style sheet names is fetched while the page is drawn, and competes with it. This
 * one comes when all else is there, and takes the place of letters that are as wide.
 */
export async function swapFont(): Promise<void> {
  const face = (file: string, descriptors: FontFaceDescriptors) =>
    new FontFace(FAMILY, `url(${file}) format('woff2')`, { weight: '700', ...descriptors });
  // added once it is there: while a face that was added loads, letters are invisible
  const loaded = await face(latin, {}).load();
  const swap = () => document.fonts.add(loaded);
  // where no letters stood in, WebKit on Linux for one, the lines are not worth keeping
  if ([...document.fonts].some(({ status }) => status === 'loaded')) keepingLines(swap);
  else swap();
  // loads by itself, on pages that have such a letter
  document.fonts.add(face(latinExtended, { unicodeRange: EXTENDED, display: 'swap' }));
}

/**
 * The letters are as wide on average only. A heading that hardly fitted its lines, or hardly did
 * not, would push what follows; its letters move together or apart instead.
 */
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
