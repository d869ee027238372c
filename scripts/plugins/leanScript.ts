import type { Plugin } from 'vite';
import type { SiteBuild } from './siteBuild.ts';

/** Leaves each page's description out of the app's script, which has every place.ts. src/build/head.ts writes it. */
export function leanScript(siteBuild: SiteBuild): Plugin {
  return {
    name: 'lean-script',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/pages\/[^/]+\/place\.ts$/ },
      async handler(_, file) {
        const { places } = await siteBuild.renderer();
        const found = places.find(({ id }) => id === file.split('/').at(-2));
        if (found === undefined) return undefined;
        const { id, module, description, ...place } = found;
        return { code: `export default ${JSON.stringify(place)};`, map: null };
      },
    },
  };
}
