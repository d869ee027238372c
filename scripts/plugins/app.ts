import type { Plugin } from 'vite';
import manifest from '../../package.json' with { type: 'json' };
import { type Environment, root } from '../environment.mjs';

/** Resolves #identity to the folder of IDENTITY. */
export const identityAlias = ({ identity }: Environment) => ({
  find: /^#identity\//,
  replacement: `${root}${identity}/`,
});

/** React Router's package leads every bundler to its development build, whose warnings visitors would download. */
const quietRouter = {
  find: /^react-router$/,
  replacement: `${root}node_modules/react-router/dist/production/index.mjs`,
};

export const appDefine = ({ servicePrefix, siteUrl }: Environment) => ({
  'import.meta.env.SERVICE_PREFIX': JSON.stringify(servicePrefix),
  'import.meta.env.SITE_URL': JSON.stringify(siteUrl),
});

/** V8 compiles all functions of a file that begins like this while it loads. */
export const COMPILE_AT_ONCE = '//# allFunctionsCalledOnLoad';

/** Gives the app its settings, and splits its code into files. */
export function app(environment: Environment): Plugin {
  return {
    name: 'app',
    config: (_, { command }) => ({
      define: appDefine(environment),
      // the dev server answers 504 while it bundles a package that it discovers late
      optimizeDeps: { include: [...Object.keys(manifest.dependencies), 'react-dom/client'] },
      resolve: { alias: [identityAlias(environment), ...(command === 'build' ? [quietRouter] : [])] },
      build: {
        // the loader in each page requests everything that the page needs
        modulePreload: false,
        rolldownOptions: {
          // drawing pictures is slow, and Rolldown would warn about it
          checks: { pluginTimings: false },
          output: {
            // named by the page's folder, because every component is called Page
            chunkFileNames: ({ facadeModuleId }) =>
              `assets/${/\/pages\/([^/]+)\/Page\.tsx$/.exec(facadeModuleId ?? '')?.[1] ?? '[name]'}-[hash].js`,
            // the first key in a form would wait for its functions (https://v8.dev/blog/explicit-compile-hints)
            postBanner: ({ moduleIds }) =>
              moduleIds.some((id) => id.endsWith('/EnquiryForm.tsx')) ? `${COMPILE_AT_ONCE}\n` : '',
            // one file for every page compresses better than many, but the pages with a form need no lists
            codeSplitting: {
              groups: [
                {
                  name: 'app',
                  test: /src\/(?:main\.tsx|app\/|components\/(?!ClaimList|Journey|Picture))/,
                },
              ],
            },
          },
        },
      },
    }),
  };
}
