import type { Plugin } from 'vite';
import { root } from '../environment.mjs';

interface Told {
  readonly servicePrefix: string;
  readonly siteUrl: string;
}

/** What the app is told of its environment. */
export const appDefine = ({ servicePrefix, siteUrl }: Told) => ({
  'import.meta.env.SERVICE_PREFIX': JSON.stringify(servicePrefix),
  'import.meta.env.SITE_URL': JSON.stringify(siteUrl),
});

/** Tells the app of its environment, and cuts it into files. */
export function app(environment: Told): Plugin {
  return {
    name: 'app',
    config: (_, { command }) => ({
      define: appDefine(environment),
      resolve: {
        // by itself it resolves to its development build, whose warnings every visitor would download
        alias:
          command === 'build'
            ? [
                {
                  find: /^react-router$/,
                  replacement: `${root}node_modules/react-router/dist/production/index.mjs`,
                },
              ]
            : [],
      },
      build: {
        // one style sheet, which every page has inlined
        cssCodeSplit: false,
        rolldownOptions: {
          // drawing the images takes its time, and it is told often enough
          checks: { pluginTimings: false },
          output: {
            // all that every page needs in one file: it compresses better than many, and none waits for another
            codeSplitting: {
              groups: [{ name: 'app', test: /src\/(?:main\.tsx|app\/|components\/)/ }],
            },
          },
        },
      },
    }),
  };
}
