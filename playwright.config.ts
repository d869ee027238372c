import { defineConfig, devices } from '@playwright/test';
import { readEnvironment, root } from './scripts/environment.mjs';
import { browserFlags, testBrowser } from './tests/support/browser.mjs';
import { EXPECTATION, TEST } from './tests/support/patience.ts';

const { identity } = readEnvironment();

export default defineConfig({
  testDir: 'tests/e2e',
  // resolves #identity, if IDENTITY names another folder than package.json
  ...(identity !== 'src/identity' && { tsconfig: `${root}${identity}/tsconfig.json` }),
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  reporter: 'list',
  timeout: TEST,
  expect: { timeout: EXPECTATION, toPass: { timeout: EXPECTATION } },
  use: {
    ...devices['Desktop Chrome'],
    actionTimeout: EXPECTATION,
    navigationTimeout: EXPECTATION,
    // traces slow the tests by a quarter; for a failed test run: npx playwright test --trace on
    screenshot: 'only-on-failure',
    launchOptions: { ...testBrowser, args: browserFlags },
  },
});
