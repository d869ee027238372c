import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { readEnvironment } from './scripts/environment.mjs';
import { appDefine, identityAlias } from './scripts/plugins/app.ts';
import { pictures } from './scripts/plugins/pictures.ts';

const environment = readEnvironment();
const resolve = { alias: [identityAlias(environment)] };

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
          // longer than what is waited for in it (setup.ts)
          testTimeout: 30_000,
          restoreMocks: true,
        },
      },
      {
        resolve,
        test: { name: 'scripts', environment: 'node', include: ['tests/scripts/**/*.test.ts'] },
      },
      {
        resolve,
        test: {
          name: 'hosting',
          environment: 'node',
          include: ['tests/hosting/**/*.test.ts'],
          hookTimeout: 30_000,
          testTimeout: 30_000,
        },
      },
      {
        resolve,
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
        resolve,
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
});
