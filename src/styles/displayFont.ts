export { default as latin } from '../assets/bricolage-grotesque-latin.woff2?no-inline';
export { default as latinExtended } from '../assets/bricolage-grotesque-latin-ext.woff2?no-inline';

export const FAMILY = 'Site Display';

/** The letters of the second file: Ĩ ĩ Š š Ũ ũ. */
export const EXTENDED = 'U+128-129, U+160-161, U+168-169';
