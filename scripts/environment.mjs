// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

/** The folder that holds package.json. */
export const root = `${dirname(dirname(fileURLToPath(import.meta.url)))}/`;

/**
 * What the site and its tools take from the environment. The endpoint's own
 * keys are read by PHP (server/src/Configuration).
 * @typedef {object} Environment
 * @property {string} servicePrefix path under which the endpoint answers, no slash at its end
 * @property {string} siteUrl origin of the live site, for canonical links and previews
 * @property {string} identity folder with what makes the site a firm's, from the folder of package.json
 * @property {boolean} toHttps whether the web server redirects what comes in plain HTTP
 * @property {number} port port of the site on this computer
 * @property {number} inboxPort port of the local inbox
 */

/**
 * Parses the variables once; throws one error that names every bad one.
 * @param {Record<string, string | undefined>} variables
 * @returns {Environment}
 */
export function parseEnvironment(variables) {
  /** @type {string[]} */
  const faults = [];
  /** @param {string} key @param {string} fallback @param {RegExp} pattern @param {string} hint */
  const text = (key, fallback, pattern, hint) => {
    const value = variables[key] || fallback;
    if (!pattern.test(value)) faults.push(`${key} is "${value}": ${hint}`);
    return value;
  };
  /** @param {string} key @param {string} fallback */
  const port = (key, fallback) => {
    const value = text(key, fallback, /^\d{1,5}$/, 'give a port number, such as 4173');
    if (Number(value) > 65535) faults.push(`${key} is "${value}": ports end at 65535`);
    return Number(value);
  };
  /** @param {string} key @param {string} fallback */
  const origin = (key, fallback) => {
    const value = variables[key] || fallback;
    if (!URL.canParse(value) || !/^https?:/.test(value) || new URL(value).origin !== value) {
      faults.push(
        `${key} is "${value}": give an origin without a path, such as https://www.example.co.za`,
      );
    }
    return value;
  };
  const siteUrl = origin('SITE_URL', 'https://kokerboom.example');
  const toHttps = text('REDIRECT_TO_HTTPS', 'no', /^(?:yes|no)$/, 'give yes or no') === 'yes';
  if (toHttps && !siteUrl.startsWith('https:')) {
    faults.push('REDIRECT_TO_HTTPS is "yes": then SITE_URL must begin with https:');
  }
  const environment = {
    identity: text(
      'IDENTITY',
      'src/identity',
      /^[\w-]+(?:\/[\w-]+)*$/,
      'give a folder of the repository, such as src/identity',
    ),
    servicePrefix: text(
      'SERVICE_PREFIX',
      '/api',
      /^(\/[A-Za-z0-9_-]+)+$/,
      'give a path that starts with a slash and does not end with one, such as /api',
    ),
    siteUrl,
    toHttps,
    port: port('PORT', '4173'),
    inboxPort: port('INBOX_PORT', '1080'),
  };
  if (faults.length > 0) {
    throw new Error(
      `The configuration cannot be used. Correct these in .env or the environment:\n${faults
        .map((fault) => `  - ${fault}`)
        .join('\n')}`,
    );
  }
  return environment;
}

/** The variables of `.env`, or of the file that ENV_FILE names, and of this process, which win. */
export function readVariables() {
  const file = process.env['ENV_FILE'] ?? `${root}.env`;
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return { ...fromFile, ...process.env };
}

export const readEnvironment = () => parseEnvironment(readVariables());
