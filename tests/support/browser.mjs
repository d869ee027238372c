// @ts-check
import { browserPath } from '../../scripts/setup.mjs';

const executablePath = browserPath();

/** The system's Chromium; nothing where Playwright has to bring its own. */
export const ownBrowser = executablePath === undefined ? {} : { executablePath };

export const browserFlags = [
  // Chromium refuses to run as root inside its sandbox
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];
