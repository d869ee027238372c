/** In the light scheme, and in the dark one where it differs. */
type Colours = Readonly<Record<string, string>>;

interface Pair {
  readonly what: string;
  /** The colour to change if the contrast is too low. */
  readonly token: string;
  readonly against: string;
  readonly least: number;
}

/** Of text (WCAG 1.4.6), and of what is drawn or large (WCAG 1.4.11, 1.4.3). */
const TEXT = 7;
const DRAWN = 3;
/** The mail's card in the light scheme (server/templates). */
const WHITE = '#ffffff';

const onEach = (what: string, token: string, least: number, grounds: readonly string[]): Pair[] =>
  grounds.map((against) => ({ what, token, against, least }));

/** The pairs of colours that the style sheets and the mail show on each other. */
const pairs: readonly Pair[] = [
  ...onEach('text', 'ink', TEXT, ['paper', 'sand', WHITE]),
  ...onEach('secondary text', 'muted', TEXT, ['paper', 'sand', WHITE]),
  ...onEach('links', 'rust', TEXT, ['paper', 'sand', WHITE]),
  ...onEach('buttons', 'rust', TEXT, ['on-rust']),
  ...onEach('errors', 'danger', TEXT, ['paper', 'sand', WHITE]),
  ...onEach('text', 'on-band', TEXT, ['band']),
  ...onEach('roots, the mark and large numerals', 'root', DRAWN, ['paper', 'sand', 'on-rust']),
  ...onEach('success and leaves', 'aloe', DRAWN, ['paper', 'sand']),
  ...onEach('leaves', 'band-aloe', DRAWN, ['band']),
  ...onEach('borders of fields', 'control', DRAWN, ['paper', 'sand']),
];

/** Colours that tell firms apart. */
export const ACCENTS = ['rust', 'root', 'aloe', 'band', 'band-aloe'];

/** The dark scheme has only the colours that its part of the style sheet names. */
export function schemesOf(css: string) {
  const [light = '', dark = ''] = css.split('prefers-color-scheme: dark');
  return { light: coloursIn(light), dark: coloursIn(dark) };
}

/**
 * @param isBorrowed whether a colour, such as "--rust: #843312", is the sample firm's
 * @returns a line for each colour that is missing, too close to another one, or the sample firm's in the dark alone
 */
export function paletteFaults(css: string, isBorrowed: (colour: string) => boolean): string[] {
  const { light, dark: inDark } = schemesOf(css);
  const missing = [...new Set(pairs.flatMap(({ token, against }) => [token, against]))].filter(
    (name) => !name.startsWith('#') && light[name] === undefined,
  );
  if (missing.length > 0) {
    return missing.map((name) => `--${name} is missing or is not written with six digits, such as #A5431C.`);
  }
  const dark = { ...light, ...inDark };
  const pairsInDark = pairs.filter(({ against }) => against !== WHITE);
  return [
    ...schemeFaults(light, 'light', pairs),
    ...schemeFaults(dark, 'dark', pairsInDark),
    ...ACCENTS.flatMap((token) => {
      const [ours = '', theirs = ''] = [light[token], inDark[token]];
      if (theirs === '' || !isBorrowed(`--${token}: ${theirs}`) || isBorrowed(`--${token}: ${ours}`)) return [];
      const passes = (colour: string) =>
        pairsInDark.every(
          (pair) =>
            ![pair.token, pair.against].includes(token) || ratioOf({ ...dark, [token]: colour }, pair) >= pair.least,
        );
      const nearest = [ours, ...shadesOf(ours)].find(passes);
      return [
        `--${token} is yours in the light scheme (${ours}) and still the sample firm’s in the dark one (${theirs}). Choose one for the dark scheme, such as --${token}: ${nearest};`,
      ];
    }),
  ];
}

const coloursIn = (css: string): Colours =>
  Object.fromEntries([...css.matchAll(/--([\w-]+): *(#[0-9a-f]{6});/gi)].map(([, name, value]) => [name, value]));

function schemeFaults(colours: Colours, scheme: string, pairs: readonly Pair[]): string[] {
  const written = (name: string) => colours[name] ?? name;
  const ratio = (colour: string, pair: Pair) => ratioOf({ ...colours, [pair.token]: colour }, pair);
  return pairs.flatMap((pair) => {
    const { what, token, against, least } = pair;
    const value = written(token);
    const found = ratio(value, pair);
    if (found >= least) return [];
    const all = pairs.filter((other) => other.token === token);
    const passes = (tried: readonly Pair[]) => (colour: string) =>
      tried.every((other) => ratio(colour, other) >= other.least);
    const nearest = shadesOf(value).find(passes(all)) ?? shadesOf(value).find(passes([pair]));
    const ground = against.startsWith('#') ? 'the white of the mail' : `--${against} (${written(against)})`;
    return `--${token} (${what}, ${value}) and ${ground} have a contrast of ${floor(found)}:1 in the ${scheme} scheme and need ${least}:1. The nearest colour that passes is ${nearest}.`;
  });
}

const ratioOf = (colours: Colours, { token, against }: Pair) =>
  contrast(colours[token] ?? token, colours[against] ?? against);

/** Rounded down, because 6.99 is not enough. */
const floor = (ratio: number) => (Math.floor(ratio * 100) / 100).toFixed(2);

/** Towards black and white, the nearest first. */
const shadesOf = (colour: string): string[] =>
  Array.from({ length: 100 }, (_, step) => [0, 255].map((end) => mixed(colour, end, (step + 1) / 100))).flat();

const mixed = (colour: string, end: number, share: number) =>
  `#${channels(colour)
    .map((value) => Math.round(value + (end - value) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** As in WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
