/*
 * What editors write, by its file, each fetched when it is asked for: the build checks it before any
 * page is made of it (scripts/plugins/content.ts). Nothing of this module reaches a browser.
 */

export const identity = import.meta.glob('#identity/*.ts');

export const services = () => import('#identity/services.ts');

export const rules = import.meta.glob('/server/rules/*.json', { import: 'default' });

export const places = import.meta.glob('/src/pages/*/place.ts');

export const words = import.meta.glob(['/src/pages/*/words.ts', '/src/content/words/*.ts']);
