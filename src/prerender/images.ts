import markPicture from 'virtual:mark/picture';
import palette from '#identity/palette.css?raw';
import { face, initial, isNamedByMark } from '../components/face.ts';
import type { Drawing, Shape } from '../content/drawing.ts';
import type { Ground } from '../content/icons.ts';
import { SHARE } from '../content/shareImage.ts';
import { site } from '../content/site.ts';
import type { NamedPlace } from '../places.ts';
import { type Box, preview, shareSentence, shareTitle } from './preview.ts';

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

/** @returns the drawing in the middle of the box */
function drawn({ viewBox, attributes, shapes }: Drawing, { x, y, width, height }: Box): string {
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${viewBox}"${inXml(attributes)}>${shapes.map(asElement).join('')}</svg>`;
}

const asElement = ([name, attributes, inside]: Shape): string =>
  `<${name}${inXml(attributes)}>${inside.map(asElement).join('')}</${name}>`;

/** SVG's names with capital letters; React's other ones have hyphens in SVG. */
const CAPITAL = /^(?:gradient[A-Z]|spreadMethod|pathLength)/;

const inXml = (attributes: Drawing['attributes']) =>
  Object.entries(attributes)
    .map(([name, value]) => {
      const svgName = CAPITAL.test(name) ? name : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      return ` ${svgName}="${asXml(value).replaceAll('"', '&quot;')}"`;
    })
    .join('');

/** @returns the mark in the middle of the box, or the firm's initial */
function signIn(box: Box): string {
  const { x, y, width, height } = box;
  if (face.mark?.drawing) return drawn(face.mark.drawing, box);
  if (markPicture)
    return `<image x="${x}" y="${y}" width="${width}" height="${height}" href="${markPicture}" style="mix-blend-mode:multiply"/>`;
  return initialIn(box);
}

const initialIn = ({ x, y, width, height }: Box) =>
  `<text x="${x + width / 2}" y="${y + 0.86 * height}" font-size="${height}" font-weight="700" font-family="'Bricolage Grotesque 96pt ExtraBold',sans-serif" text-anchor="middle" fill="currentColor">${asXml(initial)}</text>`;

/** A name cannot be read in an icon. */
const signInIcon = isNamedByMark ? initialIn : signIn;

/** A mark with colours of its own stands on paper. Another one, and an initial, take the paper's colour. */
const takesColour = face.mark === undefined || isNamedByMark || JSON.stringify(face.mark).includes('currentColor');

const round = (value: number) => Math.round(value * 10) / 10;

/** Pixels of 64 between the mark and the edge. A maskable icon may be cut to the circle in its middle. */
const MARGIN = { round: 7, square: 9, maskable: 14 } as const satisfies Record<Ground, number>;

export function icon(ground: Ground): string {
  const margin = MARGIN[ground];
  const corner = ground === 'round' ? ' rx="14"' : '';
  const side = 64 - 2 * margin;
  const sign = signInIcon({ x: margin, y: margin, width: side, height: side });
  const [paper, ink] = takesColour ? [colours.root, colours.paper] : [colours.paper, colours.ink];
  const inDark = takesColour
    ? `<style>@media(prefers-color-scheme:dark){rect{fill:${dark.root}}g{color:${dark.ink}}}</style>`
    : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${inDark}<rect width="64" height="64"${corner} fill="${paper}"/><g color="${ink}">${sign}</g></svg>`;
}

/** Pixels between the left margin and the drawing. */
const ROOM = 620;

/** Of the sentence below a title, in pixels and characters. */
const SENTENCE = { size: 32, height: 42, line: 38 } as const;

/** The picture in link previews. @param widthOf the width of a line at a font size of 1 */
export function share(place: NamedPlace, widthOf: (line: string) => number): string {
  const { width, height } = SHARE;
  const title = shareTitle(place);
  const lines = balanced(title.split(' '), Math.ceil(title.length / 16));
  const nameSize = Math.min(40, Math.floor((ROOM - 72) / widthOf(site.name)));
  const size = Math.min(112, Math.floor(ROOM / Math.max(...lines.map(widthOf))));
  const sentence = shareSentence(place);
  const below = sentence === '' ? [] : balanced(sentence.split(' '), Math.ceil(sentence.length / SENTENCE.line));
  const sentenceSize = Math.min(SENTENCE.size, Math.floor(ROOM / Math.max(0, ...below.map(widthOf))));
  const bottom = height - 84 - below.length * SENTENCE.height - (below.length > 0 ? 16 : 0);
  const texts = [
    ...lines.map((line, index) => {
      const y = bottom - (lines.length - 1 - index) * size;
      return `<text x="80" y="${y}" font-size="${size}" letter-spacing="${round(-0.02 * size)}">${asXml(line)}</text>`;
    }),
    ...below.map((line, index) => {
      const y = height - 84 - (below.length - 1 - index) * SENTENCE.height;
      return `<text x="80" y="${y}" font-size="${sentenceSize}">${asXml(line)}</text>`;
    }),
  ];
  const { width: markWidth = 1, height: markHeight = 1 } = face.mark?.drawing ?? face.mark?.picture ?? {};
  const headSize = isNamedByMark
    ? { width: Math.min(ROOM, (72 * markWidth) / markHeight), height: 72 }
    : { width: 64, height: 52 };
  // a mark with the name is at the right already
  const hasHead = face.mark !== undefined && (preview !== undefined || !isNamedByMark);
  const head = hasHead ? signIn({ x: 72, y: 64, ...headSize }) : '';
  const name = `<text x="${face.mark ? 148 : 80}" y="112" font-size="${nameSize}" fill="${colours.root}">${asXml(site.name)}</text>`;
  const box = { x: 680, y: 48, width: 480, height: height - 48 };
  const drawing =
    preview?.draw({ seed: place.title, at: place.path }, box, colours) ??
    signIn({ x: 760, y: 115, width: 360, height: 400 });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${colours.paper}"/><g color="${colours.root}">${head}${drawing}</g><g fill="${colours.ink}" font-weight="700">${isNamedByMark ? '' : name}${texts.join('')}</g></svg>`;
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
