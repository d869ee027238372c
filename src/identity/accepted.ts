/**
 * Texts, colours (such as '--rust: #843312') and files (such as 'face/mark.svg') of the sample firm that are yours too:
 * the build does not name them.
 */
export const accepted: readonly string[] = [];
