import type { Plugin } from 'vite';
import manifest from '../../package.json' with { type: 'json' };
import { root } from '../environment.mjs';

interface Told {
  readonly identity: string;
  readonly servicePrefix: string;
  readonly siteUrl: string;
}

/** Lets #identity lead to the folder of IDENTITY. */
export const identityAlias = ({ identity }: Pick<Told, 'identity'>) => ({
  find: /^#identity\//,
  replacement: `${root}${identity}/`,
});

/** The settings that the app reads. */
export const appDefine = ({ servicePrefix, siteUrl }: Omit<Told, 'identity'>) => ({
  'import.meta.env.SERVICE_PREFIX': JSON.stringify(servicePrefix),
  'import.meta.env.SITE_URL': JSON.stringify(siteUrl),
});

/** Gives the app its settings, and splits it into files. */
export function app(environment: Told): Plugin {
  return {
    name: 'app',
    config: () => ({
      define: appDefine(environment),
      // the dev server answers 504 while it bundles a package that it discovers late
      optimizeDeps: { include: [...Object.keys(manifest.dependencies), 'react-dom/client'] },
      resolve: {
        alias: [identityAlias(environment)],
      },
      build: {
        // one style sheet, which every page has inline
        cssCodeSplit: false,
        // the loader in each page asks for all that the page needs
        modulePreload: false,
        rolldownOptions: {
          // drawing pictures is slow, and Rolldown would warn of it
          checks: { pluginTimings: false },
          output: {
            // a page by the name of its folder: all of them are called Page
            chunkFileNames: ({ facadeModuleId }) =>
              `assets/${/\/src\/pages\/([^/]+)\/Page\.tsx$/.exec(facadeModuleId ?? '')?.[1] ?? '[name]'}-[hash].js`,
            // one file for every page compresses better than many
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
