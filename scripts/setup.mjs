// @ts-check
// Brings a bare machine to the point where the site builds, runs and is tested.
// Imports nothing from node_modules: it is what fills them.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readEnvironment, root } from './environment.mjs';
import { checkRules } from './rules.mjs';

const EXTENSIONS = 'dom mbstring openssl pcntl pdo_sqlite posix xml xmlwriter'.split(' ');
const TEST_EXTENSIONS = ['pdo_mysql', 'sockets'];
/** Extensions that Debian packs under another name than PHP's own. */
const DEBIAN_PACKAGE = new Map([
  ['dom', 'xml'],
  ['openssl', 'cli'],
  ['pcntl', 'cli'],
  ['pdo_mysql', 'mysql'],
  ['pdo_sqlite', 'sqlite3'],
  ['posix', 'common'],
  ['sockets', 'common'],
  ['xmlwriter', 'xml'],
]);

/** @typedef {'start' | 'tests' | 'faults' | 'bench' | 'bench:site' | 'shots' | 'browsers'} Purpose */

/** @param {string} program @param {string[]} args */
const output = (program, args) => spawnSync(program, args, { encoding: 'utf8' }).stdout ?? '';

/** @param {string} program @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
export function run(program, args, env) {
  // npm commands print to stderr, so that a command's own output can be piped
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { COMPOSER_ALLOW_SUPERUSER: '1', ...process.env, ...env },
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`"${program} ${args.join(' ')}" failed (exit code ${status}).`);
}

/** Whether Debian keeps a program in one of its folders for servers. @param {RegExp} path */
const hasServer = (path) =>
  ['/usr/sbin', '/usr/lib/apache2/modules'].some(
    (folder) =>
      existsSync(folder) &&
      readdirSync(folder, { recursive: true }).some((name) => path.test(`${folder}/${name}`)),
  );

/** @typedef {[isThere: () => boolean, name: string]} Program */

/** Where Debian puts the browsers that Chromium is compared with. */
export const FIREFOX = '/usr/bin/firefox-esr';
export const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';

/** Chromium without what draws windows: the tests take two thirds of the time in it. */
const HEADLESS = '/usr/bin/chromium-headless-shell';

/** @type {Program} */
const BROWSER = [() => browserPath() !== undefined, 'chromium'];
/** @type {Program} */
const TEST_BROWSER = [() => testBrowserPath() !== undefined, 'chromium-headless-shell'];
/** @type {Program} */
const DATABASE = [() => hasServer(/\/mariadbd$/), 'mariadb-server'];
/** @type {Program[]} */
const WEB_SERVER = [
  [() => hasServer(/\/nginx$/), 'nginx'],
  [() => hasServer(/\/php-fpm[\d.]*$/), 'php-fpm'],
];

/**
 * Programs beyond PHP, with the Debian package each comes in.
 * @type {Record<Purpose, Program[]>}
 */
const PROGRAMS = {
  start: [],
  tests: [
    TEST_BROWSER,
    DATABASE,
    ...WEB_SERVER,
    [() => hasServer(/\/apache2$/), 'apache2-bin'],
    [() => hasServer(/\/libphp[\d.]*\.so$/), 'libapache2-mod-php'],
    // the Nu HTML checker runs on Java 17 or newer
    [() => /^\S+ (?:1[7-9]|[2-9]\d)/.test(output('java', ['--version'])), 'default-jre-headless'],
  ],
  faults: [DATABASE, ...WEB_SERVER],
  bench: WEB_SERVER,
  'bench:site': [BROWSER],
  shots: [BROWSER],
  browsers: [
    BROWSER,
    [() => existsSync(FIREFOX), 'firefox-esr'],
    [() => existsSync(WEBKIT_DRIVER), 'webkit2gtk-driver'],
    // WebKit has no mode without a screen
    [() => existsSync('/usr/bin/Xvfb'), 'xvfb'],
  ],
};

/** The system packages, by Debian's names, that are not there yet. @param {Purpose} purpose */
function missingPackages(purpose) {
  const version = output('php', ['-r', 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;']);
  const loaded = new Set(output('php', ['-m']).toLowerCase().split(/\s+/));
  const packages = new Set();
  if (version === '') packages.add('php-cli');
  else if (Number(version) < 8.2) {
    throw new Error(`PHP ${version} is too old: the endpoint needs PHP 8.2 or newer.`);
  }
  const isForTests = ['tests', 'faults'].includes(purpose);
  const extensions = [...EXTENSIONS, ...(isForTests ? TEST_EXTENSIONS : [])];
  for (const extension of extensions.filter((name) => !loaded.has(name))) {
    packages.add(`php${version}-${DEBIAN_PACKAGE.get(extension) ?? extension}`);
  }
  if (output('composer', ['--version']) === '') packages.add('composer');
  for (const [isThere, name] of PROGRAMS[purpose]) if (!isThere()) packages.add(name);
  return [...packages];
}

/** A Chromium that the system provides; undefined leaves the choice to Playwright. */
export function browserPath() {
  return [
    process.env['CHROMIUM_PATH'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((path) => path !== undefined && existsSync(path));
}

/** The one that the tests are run in. */
export const testBrowserPath = () =>
  process.env['CHROMIUM_PATH'] === undefined && existsSync(HEADLESS) ? HEADLESS : browserPath();

const onDebian = () => existsSync('/etc/debian_version');
const canUseApt = () => onDebian() && process.getuid?.() === 0;

/** What Debian asks whether a package may start its server. */
const START_POLICY = '/usr/sbin/policy-rc.d';

/** @param {string[]} packages */
function installSystemPackages(packages) {
  if (canUseApt()) {
    console.error(`Installing ${packages.join(', ')} …`);
    // the tests start servers of their own; those of the packages would take port 80 and more
    const isOurs = !existsSync(START_POLICY);
    if (isOurs) writeFileSync(START_POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
    try {
      run('apt-get', ['update', '-qq']);
      run('apt-get', ['install', '-y', '-qq', ...packages], { DEBIAN_FRONTEND: 'noninteractive' });
    } finally {
      if (isOurs) rmSync(START_POLICY);
    }
    return;
  }
  const command = onDebian()
    ? `sudo apt-get update && sudo apt-get install -y ${packages.join(' ')}`
    : process.platform === 'darwin'
      ? 'brew install php composer'
      : 'php -m && composer --version   (then add what is missing with your package manager)';
  throw new Error(
    `These are missing: ${packages.join(', ')} (Debian's names).\nInstall them with:\n  ${command}`,
  );
}

/** Whether every package of the lock file is installed as it says, whoever did that: npm leaves a note of it. */
function hasPackages() {
  const note = `${root}node_modules/.package-lock.json`;
  if (!existsSync(note)) return false;
  /** @param {string} file @returns {[string, { version?: string, optional?: boolean }][]} */
  const packages = (file) => Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages);
  const installed = new Map(packages(note));
  return packages(`${root}package-lock.json`).every(
    ([path, { version, optional }]) =>
      path === '' ||
      // those for other machines are left out
      (optional && !installed.has(path)) ||
      installed.get(path)?.version === version,
  );
}

/**
 * Installs a folder of dependencies unless it was installed from the very same
 * manifest before.
 * @param {string} manifest @param {string} folder @param {() => void} install
 */
function installOnce(manifest, folder, install) {
  const stamp = `${root}${folder}/.installed-from`;
  const hash = createHash('sha256')
    .update(readFileSync(root + manifest))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  console.error(`Installing what ${manifest} names, into ${folder} …`);
  install();
  writeFileSync(stamp, hash);
}

/**
 * Installs what is missing; throws an error that says what to do where it cannot.
 * @param {Purpose} [purpose]
 */
export function setUp(purpose = 'start') {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  // the range of "engines" in package.json, which is Vite's
  const isSupported = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
  if (!isSupported) {
    throw new Error(
      `Node ${process.versions.node} will not do: install Node 20.19, or 22.12 or newer.`,
    );
  }
  // where there is no apt, Playwright's own browser is the fallback
  const packages = missingPackages(purpose).filter(
    (name) => !name.startsWith('chromium') || onDebian(),
  );
  if (packages.length > 0) installSystemPackages(packages);
  if (!hasPackages()) {
    console.error('Installing what package-lock.json names …');
    // no package needs its install script, and that of vnu-jar would download a Java of its own
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  }
  installOnce('server/composer.json', 'server/vendor', () => {
    run('composer', ['--working-dir=server', 'install', '--no-interaction', '--quiet']);
  });
  const browser = PROGRAMS[purpose].find((program) => [BROWSER, TEST_BROWSER].includes(program));
  if (browser && !browser[0]()) {
    run('npx', ['playwright', 'install', '--with-deps', 'chromium']);
  }
}

/** The PHP packages of a live site, without those of development: the folder, filled once. */
export function productionVendor() {
  const folder = 'server/.cache/production';
  mkdirSync(`${root}${folder}/vendor`, { recursive: true });
  installOnce('server/composer.json', `${folder}/vendor`, () => {
    copyFileSync(`${root}server/composer.json`, `${root}${folder}/composer.json`);
    run('composer', [
      `--working-dir=${folder}`,
      ...['install', '--no-dev', '--no-autoloader', '--no-interaction', '--quiet'],
    ]);
  });
  return `${root}${folder}/vendor`;
}

/** Prints an error's message alone, without a stack, and ends with code 1. @param {unknown} error */
export function exitWith(error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const [, , purpose = 'start'] = process.argv;
    if (!Object.hasOwn(PROGRAMS, purpose)) {
      throw new Error(`There is nothing to set up for "${purpose}".`);
    }
    // so that a fault in it is told before anything is installed
    readEnvironment();
    setUp(/** @type {Purpose} */ (purpose));
    // else the site would be built and served, and every enquiry refused
    checkRules();
  } catch (error) {
    exitWith(error);
  }
}
