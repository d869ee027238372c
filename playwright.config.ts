import { defineConfig, devices } from '@playwright/test';
import { readEnvironment, root } from './scripts/environment.mjs';
import { browserFlags, testBrowser } from './tests/support/browser.mjs';

const { identity } = readEnvironment();

export default defineConfig({
  testDir: 'tests/e2e',
  // says where #identity is, if not where package.json has it
  ...(identity !== 'src/identity' && { tsconfig: `${root}${identity}/tsconfig.json` }),
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  reporter: 'list',
  // upper bounds for a busy machine: a test that passes takes seconds
  timeout: 600_000,
  expect: { timeout: 120_000 },
  use: {
    ...devices['Desktop Chrome'],
    // a trace of each test takes a quarter of the time: npx playwright test --trace on, of the one that failed
    screenshot: 'only-on-failure',
    launchOptions: { ...testBrowser, args: browserFlags },
  },
});
