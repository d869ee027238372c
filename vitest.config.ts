import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { readEnvironment } from './scripts/environment.mjs';
import { appDefine, identityAlias } from './scripts/plugins/app.ts';
import { pictures } from './scripts/plugins/pictures.ts';

const environment = readEnvironment();
const resolve = { alias: [identityAlias(environment)] };

/** Upper bounds for a busy machine: a test that passes takes seconds. */
const patience = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  teardownTimeout: 120_000,
  expect: { poll: { timeout: 120_000 } },
};

// apart from vite.config.ts: tests need neither the build's plugins nor the endpoint beside the dev server
export default defineConfig({
  plugins: [react(), pictures()],
  resolve,
  define: appDefine(environment),
  test: {
    // Vitest leaves a core to its watcher, which is half of a small machine
    maxWorkers: '100%',
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
          ...patience,
          restoreMocks: true,
        },
      },
      {
        resolve,
        test: {
          ...patience,
          name: 'scripts',
          environment: 'node',
          include: ['tests/scripts/**/*.test.ts'],
        },
      },
      {
        resolve,
        test: {
          ...patience,
          name: 'hosting',
          environment: 'node',
          include: ['tests/hosting/**/*.test.ts'],
        },
      },
      {
        resolve,
        test: {
          ...patience,
          name: 'browsers',
          environment: 'node',
          // two engines at once take the time from each other, and WebKit's driver gives up
          fileParallelism: false,
          include: ['tests/browsers/**/*.test.ts'],
        },
      },
      {
        resolve,
        test: {
          ...patience,
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
});
