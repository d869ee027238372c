// @ts-check
import { browserPath, testBrowserPath } from '../../scripts/setup.mjs';

/** Undefined selects Playwright's own browser. @param {string | undefined} executablePath */
const launch = (executablePath) => (executablePath === undefined ? {} : { executablePath });

export const ownBrowser = launch(browserPath());
export const testBrowser = launch(testBrowserPath());

export const browserFlags = [
  // Chromium's sandbox does not run as root
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];
