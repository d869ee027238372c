// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { relative } from 'node:path/posix';

/** Ends with a slash. Windows accepts slashes too, and Vite's names of modules have them. */
export const root = `${dirname(import.meta.dirname)}/`.replaceAll(sep, '/');

/**
 * The settings of the site and its tools. PHP reads the endpoint's settings itself (server/src/Configuration).
 * @typedef {ReturnType<typeof parseEnvironment>} Environment
 */

/** @typedef {[fallback: string, isValid: (value: string) => boolean, hint: string]} Setting */

const ORIGIN =
  'give the address of a site that is in no subfolder, without a slash at its end, such as https://www.example.co.za';
/** @param {string} value */
const isOrigin = (value) => URL.canParse(value) && /^https?:/.test(value) && new URL(value).origin === value;
/** @param {string} value */
const isFolder = (value) => /^[\w.-]+(?:\/[\w.-]+)*\/?$/.test(value) && !value.split('/').includes('..');

export const SETTINGS = /** @satisfies {Record<string, Setting>} */ ({
  IDENTITY: [
    'src/identity',
    (value) => /^[\w-]+(?:\/[\w-]+)*$/.test(value),
    'give a folder of the repository, such as src/identity',
  ],
  SERVICE_PREFIX: [
    '/api',
    (value) => /^(\/[A-Za-z0-9_-]+)+$/.test(value),
    'give a path that starts with a slash and does not end with one, such as /api',
  ],
  SITE_URL: ['https://kokerboom.example', isOrigin, ORIGIN],
  REDIRECT_TO_HTTPS: ['no', (value) => /^(?:yes|no)$/.test(value), 'give yes or no'],
  DEPLOY_WWW: ['www', isFolder, 'give the document root below DEPLOY_URL, such as public_html, or a dot'],
  DEPLOY_PRIVATE: ['private', isFolder, 'give a folder below DEPLOY_URL, such as private-second'],
});

/** @param {Record<string, string | undefined>} variables @throws {Error} that names every invalid variable */
export function parseEnvironment(variables) {
  /** @type {string[]} */
  const faults = [];
  /** @param {keyof typeof SETTINGS} key */
  const read = (key) => {
    const [fallback, isValid, hint] = SETTINGS[key];
    const value = variables[key] || fallback;
    if (!isValid(value)) faults.push(`${key} is "${value}": ${hint}`);
    return value;
  };
  const www = read('DEPLOY_WWW').replace(/\/$/, '');
  const privateFolder = read('DEPLOY_PRIVATE').replace(/\/$/, '');
  const toPrivate = relative(www, privateFolder);
  const environment = {
    identity: read('IDENTITY'),
    servicePrefix: read('SERVICE_PREFIX'),
    siteUrl: read('SITE_URL'),
    toHttps: read('REDIRECT_TO_HTTPS') === 'yes',
    /** The document root and the folder private on the host, below DEPLOY_URL. */
    ...{ www, privateFolder },
    /** The path from www to privateFolder if DEPLOY_PRIVATE is set. */
    toPrivate: variables['DEPLOY_PRIVATE'] ? toPrivate : '',
  };
  // the web server's configuration protects only this folder
  if (!toPrivate.startsWith('../') && toPrivate !== 'private') {
    faults.push(`DEPLOY_PRIVATE is "${privateFolder}", in the document root: there it must be "${www}/private"`);
  }
  if (environment.toHttps && !environment.siteUrl.startsWith('https:')) {
    faults.push('REDIRECT_TO_HTTPS is "yes": then SITE_URL must begin with https:');
  }
  requireValid(faults);
  return environment;
}

/** @param {readonly string[]} faults @throws {Error} that names them all */
export function requireValid(faults) {
  if (faults.length === 0) return;
  throw new Error(`Some settings are invalid. Correct these in .env or the environment:\n  - ${faults.join('\n  - ')}`);
}

const QUOTED = /[ \t]*(?:'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\["\\])*)")[ \t]*/.source;
const BARE = /(?<bare>(?![ \t]*['"])(?:[^#]|(?<![ \t])#)*)/.source;
/** The grammar that .env.example explains. PHP reads the same (server/src/Configuration/Settings.php). */
const LINE = new RegExp(`^[ \t]*(?<key>[A-Za-z_]\\w*)[ \t]*=(?:${QUOTED}|${BARE})(?:(?<=[ \t])#.*)?$`, 's');

/**
 * @param {Uint8Array} content @param {string} file for the errors, which contain no value
 * @returns the values, and an error for each line that cannot be read
 */
export function readSettings(content, file) {
  /** @type {Record<string, string>} */
  const values = {};
  /** @type {string[]} */
  const faults = [];
  const text = textOf(content);
  if (text === undefined) return { values, faults: [`${file} is not saved as UTF-8. Save it as UTF-8.`] };
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (/^[ \t]*(?:#|$)/.test(line)) continue;
    const { key, single, double, bare } = LINE.exec(line)?.groups ?? {};
    if (key !== undefined) {
      values[key] = single ?? double?.replace(/\\(.)/gs, '$1') ?? (bare ?? '').replace(/^[ \t]+|[ \t]+$/g, '');
      continue;
    }
    const [, name] = /^[ \t]*([A-Za-z_]\w*)[ \t]*=/.exec(line) ?? [];
    const what = name
      ? `: the value of ${name} cannot be read. Write ${name}='…', or ${name}="…" with a backslash before each " and \\.`
      : ' is not KEY=value. Correct the line, or begin it with # if it is a comment.';
    faults.push(`${file}, line ${index + 1}${what}`);
  }
  return { values, faults };
}

/** @param {Uint8Array} content @returns {string | undefined} undefined if it is not UTF-8 */
function textOf(content) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The line of a file of settings that has this value. @param {string} name @param {string} value */
export function settingLine(name, value) {
  if (/[\r\n]/.test(value)) throw new Error(`${name} has several lines. Give it a value of one line.`);
  if (/^[\w@.,:/+=-]*$/.test(value)) return `${name}=${value}`;
  return value.includes("'") ? `${name}="${value.replace(/["\\]/g, '\\$&')}"` : `${name}='${value}'`;
}

/** The variables of `.env` or ENV_FILE, overridden by those of the process. @throws {Error} that names unreadable lines */
export function readVariables() {
  const file = process.env['ENV_FILE'] ?? `${root}.env`;
  const { values, faults } = readSettings(existsSync(file) ? readFileSync(file) : new Uint8Array(), file);
  requireValid(faults);
  return { ...values, ...process.env };
}

export const readEnvironment = () => parseEnvironment(readVariables());
