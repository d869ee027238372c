import { createHash } from 'node:crypto';
import { env } from '../config/env.ts';
import { SHARE, shareImage } from '../content/shareImage.ts';
import { site } from '../content/site.ts';
import { structuredData } from '../content/structuredData.ts';
import type { NamedPlace } from '../places.ts';
import { EXTENDED, FAMILY, latin, latinExtended } from '../styles/displayFont.ts';
import { colours, icon } from './images.ts';
import { shareAlt } from './preview.ts';

/** Only scripts, styles and noscripts have an inside. It is not escaped. */
export type Tag = readonly [name: string, attributes?: Readonly<Record<string, string>>, inside?: string];

export interface Head {
  /** What Screen says about the page, as React rendered it. */
  readonly ofScreen: string;
  /** Undefined for pages that nobody searches for or shares. */
  readonly place: NamedPlace | undefined;
  /** Run before the first paint. */
  readonly scripts: readonly Tag[];
  /** Inline: a file would be fetched before the first paint. */
  readonly style: string;
  /** The style sheets in `style`, which the app must not load again. */
  readonly sheets: readonly string[];
  /** Whether the app loads the headings' font. */
  readonly hasApp: boolean;
}

function encoded(svg: string): string {
  return svg.trim().replace(/["#%<>{} ]/g, (character) => encodeURIComponent(character));
}

const roundIcon = icon('round');
const iconHref = roundIcon.includes('<image') ? '/favicon.ico' : `data:image/svg+xml,${encoded(roundIcon)}`;

/** Everything between <head> and </head>. */
export function head({ ofScreen, place, scripts, style, sheets, hasApp }: Head): string {
  const preview = {
    type: 'website',
    locale: 'en_ZA',
    site_name: site.name,
    'image:width': String(SHARE.width),
    'image:height': String(SHARE.height),
  };
  const fontFaces: Tag = ['style', {}, faceWithoutScript];
  return withPolicy(
    [
      ['meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }],
      ['meta', { name: 'color-scheme', content: 'light dark' }],
      // iPhones would make links of the form's example number, and of dates
      ['meta', { name: 'format-detection', content: 'telephone=no, date=no, address=no, email=no' }],
      ...scripts,
      ofScreen,
      ...(place ? forSearchEngines(place) : []),
      hasApp ? ['noscript', {}, htmlOf(fontFaces)] : fontFaces,
      // inline, unless it holds a picture
      ['link', { rel: 'icon', href: iconHref }],
      ['style', {}, style],
      // Vite loads the sheets of a page's module, unless the document has their links
      ...sheets.map((name): Tag => ['link', { rel: 'stylesheet', href: `/${name}`, disabled: '' }]),
      ...Object.entries(preview).map(([name, content]): Tag => ['meta', { property: `og:${name}`, content }]),
      ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
      // the colour of the browser's own bars
      ...[['light', colours.paper] as const, ['dark', colours.paperInDark] as const].map(
        ([scheme, content]): Tag => [
          'meta',
          { name: 'theme-color', media: `(prefers-color-scheme:${scheme})`, content },
        ],
      ),
    ],
    hasApp ? ["'self'"] : [],
  );
}

/** And for link previews. */
const forSearchEngines = (place: NamedPlace): Tag[] => [
  ['meta', { name: 'description', content: place.description }],
  ['meta', { property: 'og:description', content: place.description }],
  ['meta', { property: 'og:image', content: env.siteUrl + shareImage(place.id) }],
  ['meta', { property: 'og:image:alt', content: shareAlt(place) }],
  // "<" could end the script element
  [
    'script',
    { type: 'application/ld+json' },
    JSON.stringify(structuredData(env.siteUrl, place)).replaceAll('<', '\\u003c'),
  ],
];

/** For browsers without script, which do not run styles/fontSwap.ts. */
const faceWithoutScript = [
  [latin, ''],
  [latinExtended, `unicode-range:${EXTENDED};`],
]
  .map(
    ([file, range]) => `@font-face{font-family:"${FAMILY}";font-weight:700;font-display:swap;${range}src:url(${file})}`,
  )
  .join('');

/**
 * Adds a policy that allows the inline scripts and styles by their hashes. Browsers enforce it and the header.
 * @param sheets sources of style sheets in files
 */
export function withPolicy(tags: readonly (Tag | string)[], sheets: readonly string[] = []): string {
  const html = tags.map((tag) => (typeof tag === 'string' ? tag : htmlOf(tag))).join('');
  // browsers do not run scripts of other types, such as JSON-LD
  const scripts = html.matchAll(/<script\b(?![^>]*\b(?:src|type)=)[^>]*>(.*?)<\/script>/gs);
  const styles = html.matchAll(/<style\b[^>]*>(.*?)<\/style>/gs);
  const content = [
    "default-src 'self' data:",
    ['script-src', "'self'", ...hashes(scripts)].join(' '),
    ['style-src', ...sheets, ...hashes(styles)].join(' '),
  ].join('; ');
  const policy = htmlOf(['meta', { 'http-equiv': 'Content-Security-Policy', content }]);
  return `<meta charset="utf-8">${policy}${html}`;
}

const hashes = (elements: Iterable<RegExpExecArray>) =>
  Array.from(elements, ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);

const VOID = ['meta', 'link'];

function htmlOf([name, attributes = {}, inside = '']: Tag): string {
  if (name === 'style' && /<\/style/i.test(inside)) throw new Error('The style sheet would end its element.');
  const start = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const end = VOID.includes(name) ? '' : `${inside}</${name}>`;
  return `<${name}${start.join('')}>${end}`;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

export const documentOf = (head: string, body: string): string =>
  `<!doctype html>\n<html lang="en-ZA"><head>${head}</head><body>${body}</body></html>\n`;
