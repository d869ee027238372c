import type { Form } from '../features/form/createForm.ts';
import type { Place, Presence } from './schema.ts';

/* The files that editors write, for scripts/plugins/content.ts. Browsers never load this module. */

export const identity = import.meta.glob(['#identity/*.ts', '#identity/face/{hero,preview}.ts']);

export const palette = import.meta.glob<string>('#identity/palette.css', { import: 'default', query: '?raw' });

export const rules = import.meta.glob(
  ['/server/forms/failures.json', '/server/forms/*/form.json', '#identity/forms/*/form.json'],
  {
    import: 'default',
  },
);

export const pages = import.meta.glob(['/src/pages/*/Page.tsx', '#identity/pages/*/Page.tsx']);

/** One place, or several by name. */
export const places = import.meta.glob<{ default: Place | Presence | Readonly<Record<string, Place>> }>([
  '/src/pages/*/{place,places}.ts',
  '#identity/pages/*/{place,places}.ts',
]);

export const forms = import.meta.glob<Form>(['/src/pages/*/form.ts', '#identity/pages/*/form.ts'], {
  import: 'default',
});

export const words = import.meta.glob([
  '/src/pages/*/words.ts',
  '#identity/pages/*/words.ts',
  '/src/content/words/*.ts',
]);
