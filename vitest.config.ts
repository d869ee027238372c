import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { readEnvironment } from './scripts/environment.mjs';
import { appDefine, identityAlias } from './scripts/plugins/app.ts';
import { drawings } from './scripts/plugins/drawings.ts';
import { fields } from './scripts/plugins/fields.ts';
import { mark } from './scripts/plugins/mark.ts';
import { news } from './scripts/plugins/news.ts';
import { pictures } from './scripts/plugins/pictures.ts';
import { BailAtHooks } from './tests/support/bailAtHooks.ts';
import { EXPECTATION, TEST } from './tests/support/patience.ts';

const environment = readEnvironment();
const resolve = { alias: [identityAlias(environment)] };

const patience = {
  testTimeout: TEST,
  hookTimeout: TEST,
  teardownTimeout: TEST,
  expect: { poll: { timeout: EXPECTATION } },
};

/** For what npm test does not run. */
const greatPatience = {
  testTimeout: 1_800_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
};

// src/prerender/images.ts reads this style sheet; the others stay empty
const css = { include: /palette\.css/ };

const node = (name: string, options: object = {}) => ({
  resolve,
  test: {
    ...patience,
    name,
    environment: 'node' as const,
    include: [`tests/${name}/**/*.test.ts`],
    ...options,
  },
});

// separate from vite.config.ts: tests need neither the build's plugins nor the endpoint
export default defineConfig({
  plugins: [react(), pictures(), drawings(), mark(environment), news(environment), fields()],
  resolve,
  define: appDefine(environment),
  test: {
    // by default Vitest leaves one core idle, which is half of a small machine
    maxWorkers: '100%',
    reporters: ['default', new BailAtHooks()],
    projects: [
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['{tests/web,src/pages/*}/**/*.test.{ts,tsx}'],
          setupFiles: 'tests/web/setup.ts',
          // a browser and React for each file take a third of the time; visit() loads the app anew for each test
          isolate: false,
          css,
          ...patience,
          restoreMocks: true,
        },
      },
      // loading Vite, sharp and the icons for each file takes a tenth of the time
      { extends: true, ...node('scripts', { include: ['tests/scripts/**/*.test.{ts,tsx}'], css, isolate: false }) },
      node('hosting'),
      // two engines at once slow each other down, and WebKit's driver gives up
      node('browsers', { ...greatPatience, fileParallelism: false }),
      node('filters', greatPatience),
      node('deploy', { ...greatPatience, maxWorkers: 2 }),
      // these tests mostly wait, so many can run at once
      node('faults', { ...greatPatience, maxWorkers: 2, maxConcurrency: 10 }),
    ],
  },
});
