import sharp from 'sharp';

/* Whether a picture of the whole page has all letters and drawings. */

export const WIDTHS = [360, 1280, 1920] as const;

/** Takes back the slides, which take nothing away, and leaves out the photographs, which may load later. */
export const IN_PLACE =
  '[data-reveal] { translate: none !important } img[loading=lazy] { visibility: hidden !important }';
/** As a visitor sees the page who wants no motion. */
export const STANDING = '*, ::before, ::after { animation: none !important; transition: none !important }';

/** Of a page in a browser, whichever drives it. */
interface Page {
  evaluate<T>(task: (given: string) => T, given: string): Promise<T>;
}

export const addStyle = (page: Page, style: string): Promise<void> =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, style);

/** Runs in the page: whether AOS has begun, if it has anything to do. */
export const hasBegun = (): boolean =>
  document.querySelector('.aos-init') !== null ||
  [...document.querySelectorAll('[data-reveal]')].every(
    (element) => element.getBoundingClientRect().top <= window.innerHeight,
  );

/** Runs in the page: whether everything rises or has risen. */
export function isAllRising(): boolean {
  window.scrollTo(0, document.documentElement.scrollHeight);
  return document.querySelector('[data-aos]:not(.aos-animate)') === null;
}

/** Pixels whose mean is compared: a letter that the browser draws anew may differ by a shade. */
const CELL = 8;
/** Of 255: less than a text loses at three quarters of its opacity. */
const SHADE = 10;

/** @returns where the pictures differ */
export async function differences(one: Uint8Array, other: Uint8Array): Promise<string[]> {
  const [first, second] = await Promise.all([cellsOf(one), cellsOf(other)]);
  if (first.length !== second.length) return [`${first.length * CELL} and ${second.length * CELL} px high`];
  const rows = first.flatMap((row, index) =>
    row.some((shade, column) => Math.abs(shade - (second[index]?.[column] ?? 0)) > SHADE) ? [index * CELL] : [],
  );
  return rows.length === 0 ? [] : [`${rows.length * CELL} px in all, from ${rows[0]} px to ${rows.at(-1)} px`];
}

async function cellsOf(picture: Uint8Array): Promise<Uint8Array[]> {
  const { width, height } = await sharp(picture).metadata();
  const size = { width: Math.floor(width / CELL), height: Math.floor(height / CELL) };
  const shades = await sharp(picture)
    .greyscale()
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer();
  return Array.from({ length: size.height }, (_, row) => shades.subarray(row * size.width, (row + 1) * size.width));
}
