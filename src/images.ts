import palette from '#identity/palette.css?raw';
import type { Ground } from './content/icons.ts';
import { SHARE } from './content/shareImage.ts';
import { site } from './content/site.ts';
import { treeOf } from './content/treeOf.ts';
import { type Tree, tree } from './lib/tree/tree.ts';
import type { Presence } from './schema.ts';

/** Pictures cannot read the style sheet. */
function colour(token: string, scheme: 'light' | 'dark' = 'light'): string {
  const [light = '', dark = ''] = palette.split('prefers-color-scheme: dark');
  const [, value] = new RegExp(`--${token}: *(#[0-9a-f]{6});`, 'i').exec(scheme === 'light' ? light : dark) ?? [];
  if (value === undefined) {
    throw new Error(`Add --${token} to the ${scheme} part of palette.css, such as #A5431C.`);
  }
  return value;
}

export const colours = {
  paper: colour('paper'),
  paperInDark: colour('paper', 'dark'),
  ink: colour('ink'),
  root: colour('root'),
  aloe: colour('aloe'),
};
const dark = { root: colour('root', 'dark'), ink: colour('on-rust', 'dark') };

const inMail = ['paper', 'sand', 'ink', 'muted', 'rust', 'on-rust', 'aloe', 'danger', 'rule'];
/** For the mail to the sales team (server/src/Mail/Letterhead.php). */
export const mailColours = {
  light: Object.fromEntries(inMail.map((token) => [token, colour(token)])),
  dark: Object.fromEntries(inMail.map((token) => [token, colour(token, 'dark')])),
};

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function plant({ width, height, branches, leaves }: Tree, box: Box): string {
  const scale = Math.min(box.width / width, box.height / height);
  const x = box.x + box.width / 2;
  const y = box.y + box.height;
  const paths = branches.map(
    ({ path, width: stroke }, index) =>
      `<path d="${path}" stroke-width="${stroke}"${index === branches.length - 1 ? ' stroke-linecap="round"' : ''}/>`,
  );
  return `<g transform="translate(${round(x)} ${round(y)})scale(${scale.toFixed(3)})">${paths.join('')}<path class="leaves" stroke-linecap="round" d="${leaves.path}" stroke-width="${leaves.width}"/></g>`;
}

const round = (value: number) => Math.round(value * 10) / 10;

const mark = (box: Box): string => plant(tree(site.name, 'mark'), box);

/** Pixels of 64 between the mark and the edge. A maskable icon may be cut to the circle in its middle. */
const MARGIN = { round: 7, square: 9, maskable: 14 } as const satisfies Record<Ground, number>;

export function icon(ground: Ground): string {
  const margin = MARGIN[ground];
  const corner = ground === 'round' ? ' rx="14"' : '';
  const drawing = mark({ x: margin, y: margin, width: 64 - 2 * margin, height: 64 - margin });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><style>@media(prefers-color-scheme:dark){rect{fill:${dark.root}}g{stroke:${dark.ink}}}</style><rect width="64" height="64"${corner} fill="${colours.root}"/><g fill="none" stroke="${colours.paper}">${drawing}</g></svg>`;
}

/** Pixels between the left margin and the tree. */
const ROOM = 620;

/** The picture in link previews. @param widthOf the width of a line at a font size of 1 */
export function share(place: Pick<Presence, 'title' | 'tree'>, widthOf: (line: string) => number): string {
  const { width, height } = SHARE;
  const lines = balanced(place.title.split(' '), Math.ceil(place.title.length / 16));
  const nameSize = Math.min(40, Math.floor((ROOM - 72) / widthOf(site.name)));
  const size = Math.min(112, Math.floor(ROOM / Math.max(...lines.map(widthOf))));
  const title = lines.map((line, index) => {
    const y = height - 84 - (lines.length - 1 - index) * size;
    return `<text x="80" y="${y}" font-size="${size}" letter-spacing="${round(-0.02 * size)}">${asXml(line)}</text>`;
  });
  const head = mark({ x: 72, y: 64, width: 64, height: 52 });
  const planted = plant(treeOf(place, true), { x: 680, y: 48, width: 480, height: height - 48 });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><style>.tree{stroke:${colours.ink}}.tree .leaves{stroke:${colours.aloe}}</style><rect width="${width}" height="${height}" fill="${colours.paper}"/><g fill="none" stroke="${colours.root}" stroke-linejoin="round">${head}<g class="tree">${planted}</g></g><g fill="${colours.ink}" font-weight="700"><text x="148" y="112" font-size="${nameSize}" fill="${colours.root}">${asXml(site.name)}</text>${title.join('')}</g></svg>`;
}

const longest = (lines: readonly string[]) => Math.max(...lines.map(({ length }) => length));

/** Breaks the words into lines so that the longest line is as short as possible. */
function balanced(words: readonly string[], count: number): string[] {
  if (count <= 1 || words.length <= 1) return [words.join(' ')];
  return words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).join(' '), ...balanced(words.slice(index + 1), count - 1)])
    .reduce((best, lines) => (longest(lines) < longest(best) ? lines : best));
}

export const asXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
