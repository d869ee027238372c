import palette from '#identity/palette.css?raw';
import { shareImage } from './content/shareImage.ts';
import { site } from './content/site.ts';
import { tree } from './lib/tree/tree.ts';

/*
 * The firm's tree as pictures that stand alone, for the build: the icons, and what a link to the
 * site is shown with.
 */

export { shareImage };

/** The colour of a token of the palette, of which no picture can read the style sheet itself. */
function colour(token: string, scheme: 'light' | 'dark' = 'light'): string {
  // what is said of a dark scheme stands behind the rest
  const [light = '', dark = ''] = palette.split('prefers-color-scheme: dark');
  const [, value] =
    new RegExp(`--${token}: *(#[0-9a-f]{6});`, 'i').exec(scheme === 'light' ? light : dark) ?? [];
  if (value === undefined) {
    throw new Error(`palette.css should say --${token} in its ${scheme} part, such as #A5431C.`);
  }
  return value;
}

export const colours = {
  paper: colour('paper'),
  ink: colour('ink'),
  rust: colour('rust'),
  aloe: colour('aloe'),
};
const dark = { rust: colour('rust', 'dark'), ink: colour('on-rust', 'dark') };

const inMail = ['paper', 'sand', 'ink', 'muted', 'rust', 'on-rust', 'aloe', 'danger', 'rule'];
/** The palette as the mail to the sales team needs it (server/src/Mail/Letterhead.php). */
export const mailColours = {
  light: Object.fromEntries(inMail.map((token) => [token, colour(token)])),
  dark: Object.fromEntries(inMail.map((token) => [token, colour(token, 'dark')])),
};

interface Planting {
  readonly seed: string;
  readonly depth: number;
  /** Units of the trunk that are out of sight, below the picture. */
  readonly buried: number;
  /** How much thicker its branches are than they grow. */
  readonly bold: number;
  /** Width of the leaves' strokes, in units of the tree; or of one dot in place of the leaves of a tip. */
  readonly tip: { readonly leaf: number } | { readonly dot: number };
  /** The box that what is in sight stands in, in the middle of the bottom edge. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function plant({ seed, depth, buried, bold, tip, ...box }: Planting): string {
  const { left, width, height, generations, leaves } = tree(seed, depth);
  const scale = Math.min(box.width / width, box.height / (height - buried));
  const x = box.x + box.width / 2 - scale * (left + width / 2);
  const y = box.y + box.height + scale * buried;
  const branches = generations
    .map(({ path, width: stroke }) => `<path d="${path}" stroke-width="${round(stroke * bold)}"/>`)
    .join('');
  const tips =
    'leaf' in tip
      ? `<path class="leaves" d="${leaves}" stroke-width="${tip.leaf}"/>`
      : `<path d="${dots(leaves)}" stroke-width="${tip.dot}"/>`;
  return `<g transform="translate(${round(x)} ${round(y)})scale(${scale.toFixed(3)})">${branches}${tips}</g>`;
}

/** A stroke without length where leaves begin; its round ends make it a dot. */
const dots = (leaves: string) =>
  [...new Set(leaves.match(/M[^l]+/g))].map((start) => `${start}h0`).join('');

const round = (value: number) => Math.round(value * 10) / 10;

/** A tree that can be told at 16 pixels, on a rounded square of 64. */
export const favicon = (): string =>
  tile(
    'round',
    plant({
      ...{ seed: site.name, depth: 2, buried: 80, bold: 1.5, tip: { dot: 52 } },
      ...{ x: 6, y: 6, width: 52, height: 58 },
    }),
  );

/** What an icon stands on: round corners, none, or a tile that a phone cuts to a shape of its own. */
export type Ground = 'round' | 'square' | 'maskable';

/** Pixels of 64 between the crown and the edge; of a tile, only the circle in its middle is sure to be seen. */
const MARGIN = { round: 7, square: 7, maskable: 12 } as const satisfies Record<Ground, number>;

/** The tree for a phone's home screen, where there is room for leaves. */
export function icon(ground: Ground): string {
  const margin = MARGIN[ground];
  const planted = plant({
    ...{ seed: site.name, depth: 3, buried: 0, bold: 1.4, tip: { leaf: 9 } },
    ...{ x: margin, y: margin, width: 64 - 2 * margin, height: 64 - margin },
  });
  return tile(ground, planted);
}

function tile(ground: Ground, planted: string): string {
  const corner = ground === 'round' ? ' rx="14"' : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><style>@media(prefers-color-scheme:dark){rect{fill:${dark.rust}}g{stroke:${dark.ink}}}</style><rect width="64" height="64"${corner} fill="${colours.rust}"/><g fill="none" stroke="${colours.paper}" stroke-linecap="round">${planted}</g></svg>`;
}

/** What the picture of a link says in letters. */
export const shareTexts = [site.name, site.slogan].map((text) => ({
  text,
  file: '#identity/site.ts',
}));

/** Pixels between the left margin and the trunk, below the crown. */
const ROOM = 720;

/**
 * The firm's name and slogan, and its tree, which grows out of the bottom edge.
 * @param widthOf how wide a line is, as a share of its letters' size
 */
export function share(widthOf: (line: string) => number): string {
  const { width, height } = shareImage;
  const lines = balanced(site.slogan.split(' '), Math.ceil(site.slogan.length / 20));
  const nameSize = Math.min(40, Math.floor(ROOM / widthOf(site.name)));
  const size = Math.min(104, Math.floor(ROOM / Math.max(...lines.map(widthOf))));
  const slogan = lines.map((line, index) => {
    const y = height - 84 - (lines.length - 1 - index) * size;
    return `<text x="80" y="${y}" font-size="${size}" letter-spacing="${round(-0.02 * size)}">${asXml(line)}</text>`;
  });
  const planted = plant({
    ...{ seed: site.slogan, depth: 7, buried: 30, bold: 1, tip: { leaf: 2.5 } },
    ...{ x: 640, y: 36, width: 540, height: height - 36 },
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><style>.leaves{stroke:${colours.aloe}}</style><rect width="${width}" height="${height}" fill="${colours.paper}"/><g fill="none" stroke="${colours.rust}" stroke-linecap="round" stroke-linejoin="round">${planted}</g><g fill="${colours.ink}" font-weight="700"><text x="80" y="112" font-size="${nameSize}" fill="${colours.rust}">${asXml(site.name)}</text>${slogan.join('')}</g></svg>`;
}

const longest = (lines: readonly string[]) => Math.max(...lines.map(({ length }) => length));

/** Words in lines, of which the longest is as short as can be. */
function balanced(words: readonly string[], count: number): string[] {
  if (count <= 1 || words.length <= 1) return [words.join(' ')];
  return words
    .slice(1)
    .map((_, index) => [
      words.slice(0, index + 1).join(' '),
      ...balanced(words.slice(index + 1), count - 1),
    ])
    .reduce((best, lines) => (longest(lines) < longest(best) ? lines : best));
}

const asXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
