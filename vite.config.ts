import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { minify } from 'terser';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { readEnvironment } from './scripts/environment.mjs';

const resolved = (file: string) => fileURLToPath(new URL(`node_modules/${file}`, import.meta.url));

const { identity, servicePrefix, siteUrl } = readEnvironment();

/** Where the firm's identity is, which package.json calls #identity. */
const identityAlias = {
  find: /^#identity\//,
  replacement: fileURLToPath(new URL(`${identity}/`, import.meta.url)),
};

/**
 * Terser finds another hundredth in what Vite has minified, which the budget of script is glad of. It
 * also puts functions that are arguments into parentheses: V8 compiles those while it reads the file,
 * off the main thread. Nearly all of React DOM is one such function.
 */
function minifyAgain(): Plugin {
  return {
    name: 'minify-again',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    enforce: 'post',
    async generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const { code } = await minify(file.code, {
          module: true,
          compress: { passes: 3, ecma: 2020 },
          format: { ecma: 2020, wrap_func_args: true },
        });
        if (code !== undefined) file.code = code;
      }
    },
  };
}

/**
 * React Router makes much for its other modes as it is loaded, and the build cannot know that nobody
 * would miss it. Marked as pure, what no page uses is left out.
 */
function pureRouter(): Plugin {
  return {
    name: 'pure-router',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\// },
      handler: (code) =>
        code
          .replaceAll(/= (?=React\d*\.(?:forwardRef|createContext)\()/g, '= /* @__PURE__ */ ')
          .replaceAll(
            /= (class extends React\d*\.Component \{.*?^\});/gms,
            '= /* @__PURE__ */ (() => $1)();',
          )
          .replaceAll(/^\w+\.displayName = .*;$/gm, ''),
    },
  };
}

// "npm run build" does more than Vite alone: see scripts/site-build.mjs
export default defineConfig(({ command }) => ({
  plugins: [react(), pureRouter(), minifyAgain()],
  resolve: {
    // by itself it resolves to its development build, whose warnings every visitor would download
    alias: [
      identityAlias,
      ...(command === 'build'
        ? [
            {
              find: /^react-router$/,
              replacement: resolved('react-router/dist/production/index.mjs'),
            },
          ]
        : []),
    ],
  },
  build: {
    outDir: 'dist/www',
    emptyOutDir: true,
    manifest: true,
    // one style sheet, which every page has inlined
    cssCodeSplit: false,
    // every browser that runs this build knows modulepreload, or does without
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Terser takes its time, and it is told often enough
      checks: { pluginTimings: false },
      output: {
        // all that every page needs in one file: it compresses better than many, and none waits for another
        // a page's own by the name of its folder, or all of them would be called Page
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${/\/src\/pages\/([^/]+)\/Page\.tsx$/.exec(facadeModuleId ?? '')?.[1] ?? '[name]'}-[hash].js`,
        codeSplitting: { groups: [{ name: 'app', test: /src\/(?:main\.tsx|app\/|components\/)/ }] },
      },
    },
  },
  define: {
    'import.meta.env.SERVICE_PREFIX': JSON.stringify(servicePrefix),
    'import.meta.env.SITE_URL': JSON.stringify(siteUrl),
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['tests/{web,scripts}/**/*.test.tsx', 'tests/web/**/*.test.ts'],
          setupFiles: 'tests/web/setup.ts',
          // pictures read it; the other style sheets are left empty
          css: { include: /palette\.css/ },
          // longer than what is waited for in it (setup.ts)
          testTimeout: 30_000,
          restoreMocks: true,
        },
      },
      {
        resolve: { alias: [identityAlias] },
        test: { name: 'scripts', environment: 'node', include: ['tests/scripts/**/*.test.ts'] },
      },
      {
        resolve: { alias: [identityAlias] },
        test: {
          name: 'hosting',
          environment: 'node',
          include: ['tests/hosting/**/*.test.ts'],
          hookTimeout: 30_000,
          testTimeout: 30_000,
        },
      },
      {
        resolve: { alias: [identityAlias] },
        test: {
          name: 'browsers',
          environment: 'node',
          // two engines at once take the time from each other, and WebKit's driver gives up
          fileParallelism: false,
          include: ['tests/browsers/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        resolve: { alias: [identityAlias] },
        test: {
          name: 'faults',
          environment: 'node',
          include: ['tests/faults/**/*.test.ts'],
          // what is waited for, a retry after a minute or the end of a lease, is waited for together
          maxWorkers: 2,
          maxConcurrency: 10,
          testTimeout: 1_800_000,
        },
      },
    ],
  },
}));
