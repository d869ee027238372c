export { default as latin } from '../assets/bricolage-grotesque-latin.woff2?no-inline';
export { default as latinExtended } from '../assets/bricolage-grotesque-latin-ext.woff2?no-inline';

/** As style sheets know it; they name `Display Fallback` (styles/fonts.css) behind it. */
export const FAMILY = 'Site Display';

/** What the second file has, and the first has not: Ĩ ĩ Š š Ũ ũ. */
export const EXTENDED = 'U+128-129, U+160-161, U+168-169';
