import type { Plugin } from 'vite';
import type { SiteBuild } from './siteBuild.ts';

/** Leaves the descriptions out of the script, which has the place.ts of every page. They are in src/build/head.ts. */
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
