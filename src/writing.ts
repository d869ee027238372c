/*
 * What editors write, by its file, each fetched when it is asked for: the build checks it before any
 * page is made of it (scripts/plugins/content.ts). Nothing of this module reaches a browser.
 */

export const identity = {
  '#identity/site.ts': () => import('#identity/site.ts'),
  '#identity/services.ts': () => import('#identity/services.ts'),
  '#identity/summaries.ts': () => import('#identity/summaries.ts'),
  '#identity/descriptions.ts': () => import('#identity/descriptions.ts'),
  '#identity/projects.ts': () => import('#identity/projects.ts'),
};

export const places = import.meta.glob('./pages/*/place.ts');

export const words = import.meta.glob([
  './pages/*/words.ts',
  './content/{contactUs,crash,frame}.ts',
]);
