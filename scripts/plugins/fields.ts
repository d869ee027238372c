import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import type { FormField } from '../../src/prerender/schema.ts';
import { formFolders } from '../formFiles.mjs';

const ID = '\0virtual:fields';

/** The fields of every form without their rules, for the privacy notice. */
export function fields(): Plugin {
  return {
    name: 'fields',
    resolveId: { filter: { id: /^virtual:fields$/ }, handler: () => ID },
    load: {
      filter: { id: /^\0virtual:fields$/ },
      handler() {
        const found = formFolders().flatMap((folder): FormField[] => {
          const file = `${folder}/form.json`;
          this.addWatchFile(file);
          const form = JSON.parse(readFileSync(file, 'utf8')) as { fields: Record<string, Omit<FormField, 'name'>> };
          return Object.entries(form.fields).map(([name, { label, control }]) => ({ name, label, control }));
        });
        return `export default ${JSON.stringify(found)};`;
      },
    },
  };
}
