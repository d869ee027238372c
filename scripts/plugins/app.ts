import type { Plugin } from 'vite';
import manifest from '../../package.json' with { type: 'json' };
import { root } from '../environment.mjs';

interface Told {
  readonly identity: string;
  readonly servicePrefix: string;
  readonly siteUrl: string;
}

/** Where the firm's identity is, which package.json calls #identity. */
export const identityAlias = ({ identity }: Pick<Told, 'identity'>) => ({
  find: /^#identity\//,
  replacement: `${root}${identity}/`,
});

/** What the app is told of its environment. */
export const appDefine = ({ servicePrefix, siteUrl }: Omit<Told, 'identity'>) => ({
  'import.meta.env.SERVICE_PREFIX': JSON.stringify(servicePrefix),
  'import.meta.env.SITE_URL': JSON.stringify(siteUrl),
});

/** Tells the app of its environment, and cuts it into files. */
export function app(environment: Told): Plugin {
  return {
    name: 'app',
    config: () => ({
      define: appDefine(environment),
      // a package that the dev server discovers later makes it answer 504 to pages that are loading
      optimizeDeps: { include: [...Object.keys(manifest.dependencies), 'react-dom/client'] },
      resolve: {
        alias: [identityAlias(environment)],
      },
      build: {
        // one style sheet, which every page has inlined
        cssCodeSplit: false,
        // the loader in each page asks for all that the page needs
        modulePreload: false,
        rolldownOptions: {
          // drawing the images takes its time, and it is told often enough
          checks: { pluginTimings: false },
          output: {
            // a page's own by the name of its folder, or all of them would be called Page
            chunkFileNames: ({ facadeModuleId }) =>
              `assets/${/\/src\/pages\/([^/]+)\/Page\.tsx$/.exec(facadeModuleId ?? '')?.[1] ?? '[name]'}-[hash].js`,
            // all that every page needs in one file: it compresses better than many, and none waits for another
            codeSplitting: {
              // most pages have no picture
              groups: [{ name: 'app', test: /src\/(?:main\.tsx|app\/|components\/(?!Picture))/ }],
            },
          },
        },
      },
    }),
  };
}
