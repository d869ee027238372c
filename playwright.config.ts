import { defineConfig, devices } from '@playwright/test';
import { browserFlags, ownBrowser } from './tests/support/browser.mjs';

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    trace: 'retain-on-failure',
    launchOptions: { ...ownBrowser, args: browserFlags },
  },
});
