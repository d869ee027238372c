// @ts-check
import { browserPath, testBrowserPath } from '../../scripts/setup.mjs';

/** Nothing where Playwright has to bring its own. @param {string | undefined} executablePath */
const launch = (executablePath) => (executablePath === undefined ? {} : { executablePath });

/** The system's Chromium. */
export const ownBrowser = launch(browserPath());
/** The one for tests, which may have no windows. */
export const testBrowser = launch(testBrowserPath());

export const browserFlags = [
  // Chromium refuses to run as root inside its sandbox
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];
