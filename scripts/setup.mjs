// @ts-check
// node scripts/setup.mjs [PURPOSE]: installs what is missing. Imports nothing from node_modules, which it fills.
import { spawnSync, spawn as start } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { readEnvironment, root } from './environment.mjs';
import { checkForms } from './formFiles.mjs';
import { lock } from './lock.mjs';
import { follow } from './progress.mjs';

const EXTENSIONS = 'dom mbstring openssl pdo_sqlite xml xmlwriter'.split(' ');
const TEST_EXTENSIONS = ['curl', 'pcntl', 'pdo_mysql', 'posix', 'sockets'];
const isWindows = process.platform === 'win32';
// Composer cannot unpack without it, and Windows has no unzip
if (isWindows) EXTENSIONS.push('zip');

/** PHP's extensions whose Debian package has another name. */
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

/**
 * On Windows, npm and Composer are scripts, which only a shell starts. Their arguments must not contain spaces.
 * @param {string} program @param {string[]} args @param {import('node:child_process').SpawnSyncOptions} options
 */
const spawn = (program, args, options) =>
  isWindows && /^(?:npm|npx|composer)$/.test(program)
    ? spawnSync([program, ...args].join(' '), { ...options, shell: true })
    : spawnSync(program, args, options);

/** @param {string} program @param {string[]} args */
const output = (program, args) => String(spawn(program, args, {}).stdout ?? '');

/** @param {string} program @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
export function run(program, args, env) {
  // to stderr, so that the output of commands such as npm run can be piped
  const { status, error } = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { COMPOSER_ALLOW_SUPERUSER: '1', ...process.env, ...env },
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`"${program} ${args.join(' ')}" failed (exit code ${status}).`);
}

/**
 * Like run(), while other programs run too.
 * @param {string} program @param {string[]} args @param {NodeJS.ProcessEnv} [env] @returns {Promise<void>}
 */
const runBeside = (program, args, env) =>
  new Promise((resolve, reject) => {
    const line = [program, ...args].join(' ');
    const [file, rest] = isWindows ? [line, []] : [program, args];
    const options = { cwd: root, shell: isWindows, env: { ...process.env, ...env } };
    const child = start(file, rest, { ...options, stdio: ['ignore', 2, 2] });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`"${line}" failed (exit code ${code}).`)),
    );
  });

/** @param {RegExp} path of a server, in Debian's folders for servers */
const hasServer = (path) =>
  ['/usr/sbin', '/usr/lib/apache2/modules'].some(
    (folder) =>
      existsSync(folder) && readdirSync(folder, { recursive: true }).some((name) => path.test(`${folder}/${name}`)),
  );

/** Packages of npm that contain a Chromium for Linux on x86-64, by its version. */
const OLD_CHROMIUMS = { 102: '@sparticuz/chrome-aws-lambda@14.0.0', 111: '@sparticuz/chromium@111.0.0' };
const OLD_BROWSERS = `${root}node_modules/.cache/old-browsers`;

/** @param {string} version one of OLD_CHROMIUMS */
export const oldChromium = (version) => `${OLD_BROWSERS}/chromium-${version}`;

export const FIREFOX = '/usr/bin/firefox-esr';
export const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
/** Preferred to Chromium, because the tests are a third faster with it. */
const HEADLESS = '/usr/bin/chromium-headless-shell';

const EMOJI = 'fonts-noto-color-emoji';

/** Whether a program is installed, by its Debian package. */
const PROGRAMS = {
  chromium: () => browserPath() !== undefined,
  'chromium-headless-shell': () => testBrowserPath() !== undefined,
  'mariadb-server': () => hasServer(/\/mariadbd$/),
  nginx: () => hasServer(/\/nginx$/),
  'php-fpm': () => hasServer(/\/php-fpm[\d.]*$/),
  'apache2-bin': () => hasServer(/\/apache2$/),
  'libapache2-mod-php': () => hasServer(/\/libphp[\d.]*\.so$/),
  'firefox-esr': () => existsSync(FIREFOX),
  'webkit2gtk-driver': () => existsSync(WEBKIT_DRIVER),
  'openssh-server': () => hasServer(/\/sshd$/),
  vsftpd: () => hasServer(/\/vsftpd$/),
  rsync: () => existsSync('/usr/bin/rsync'),
  rspamd: () => existsSync('/usr/bin/rspamd'),
  // depends on spamassassin
  spamd: () => existsSync('/usr/sbin/spamd'),
  python3: () => output('python3', ['--version']) !== '',
  // elsewhere, the system has emoji
  [EMOJI]: () => !onDebian() || existsSync('/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf'),
  // WebKit needs a screen
  xvfb: () => existsSync('/usr/bin/Xvfb'),
};

/** @satisfies {Record<string, (keyof typeof PROGRAMS)[]>} */
const NEEDS = {
  start: [],
  tests: ['chromium-headless-shell', 'mariadb-server', 'nginx', 'php-fpm', 'apache2-bin', 'libapache2-mod-php'],
  faults: ['mariadb-server', 'nginx', 'php-fpm', 'rsync'],
  filters: ['rspamd', 'spamd', 'python3'],
  deploy: ['nginx', 'php-fpm', 'apache2-bin', 'openssh-server', 'vsftpd'],
  bench: ['nginx', 'php-fpm'],
  'bench:site': ['chromium'],
  shots: ['chromium', EMOJI],
  browsers: ['chromium-headless-shell', 'firefox-esr', 'webkit2gtk-driver', 'xvfb'],
};
/** @typedef {keyof typeof NEEDS} Purpose */

/** @param {Purpose} purpose @returns what is missing, by the names of Debian's packages */
function missingPackages(purpose) {
  const version = output('php', ['-r', 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;']);
  if (version !== '' && Number(version) < 8.2) {
    throw new Error(`PHP ${version} is too old: install PHP 8.2 or newer.`);
  }
  const loaded = new Set(output('php', ['-m']).toLowerCase().split(/\s+/));
  const isForTests = ['tests', 'faults'].includes(purpose);
  const extensions = [...EXTENSIONS, ...(isForTests ? TEST_EXTENSIONS : [])];
  const needed = [
    ...(version === '' ? ['cli'] : []),
    ...extensions.filter((name) => !loaded.has(name)).map((name) => DEBIAN_PACKAGE.get(name) ?? name),
  ];
  return [
    ...new Set(needed.map((name) => `php${version}-${name}`)),
    // Composer unpacks with unzip
    ...(output('composer', ['--version']) === '' ? ['composer', ...(onDebian() ? ['unzip'] : [])] : []),
    ...missingPrograms(purpose),
  ];
}

/** @param {Purpose} purpose */
const missingPrograms = (purpose) =>
  /** @type {(keyof typeof PROGRAMS)[]} */ (NEEDS[purpose]).filter((name) => !PROGRAMS[name]());

/** The system's Chromium, or undefined for Playwright's own. */
export function browserPath() {
  return [
    process.env['CHROMIUM_PATH'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((path) => path !== undefined && existsSync(path));
}

export const testBrowserPath = () =>
  process.env['CHROMIUM_PATH'] === undefined && existsSync(HEADLESS) ? HEADLESS : browserPath();

const onDebian = () => existsSync('/etc/debian_version');
const canUseApt = () => onDebian() && process.getuid?.() === 0;

/** While this file exists and exits with 101, Debian's packages do not start their servers. */
const START_POLICY = '/usr/sbin/policy-rc.d';

/** @type {Partial<Record<NodeJS.Platform, string>>} */
const ADVICE = {
  darwin: 'Install PHP and Composer with: brew install php composer',
  win32: `Install PHP and Composer with Scoop (https://scoop.sh): scoop install php composer
Then let php.ini ("php --ini" names it) load PHP's extensions, with these lines:
${['extension_dir = "ext"', ...EXTENSIONS.filter((name) => !/xml|dom/.test(name)).map((name) => `extension=${name}`)].join('\n')}
The tests need Linux: run them in WSL.`,
};

/** @param {string[]} packages @param {Purpose} purpose */
async function installSystemPackages(packages, purpose) {
  if (!canUseApt()) {
    const advice = onDebian()
      ? `sudo apt-get update && sudo apt-get install -y ${packages.join(' ')}`
      : (ADVICE[process.platform] ?? 'Install them with your package manager.');
    throw new Error(`These are missing (by the names of Debian's packages): ${packages.join(', ')}.\n${advice}`);
  }
  const end = follow(`Installing Debian's ${packages.join(', ')}`);
  const isOurs = !existsSync(START_POLICY);
  if (isOurs) writeFileSync(START_POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  // half of what Debian would install is only recommended
  const lean = ['start', 'tests'].includes(purpose) ? ['--no-install-recommends'] : [];
  try {
    await runBeside('apt-get', ['update', '-qq']);
    await runBeside('apt-get', ['install', '-y', '-qq', ...lean, ...packages], { DEBIAN_FRONTEND: 'noninteractive' });
  } finally {
    if (isOurs) rmSync(START_POLICY);
    end();
  }
}

async function installPackages() {
  const end = follow('Installing the packages of package-lock.json');
  // "npm ci" would remove the packages that are there, which takes ten times as long
  const command = existsSync(NPM_RECORD) ? ['install', '--no-save'] : ['ci'];
  // an interrupted installation must not look complete
  rmSync(NPM_RECORD, { force: true });
  // no package needs its install script
  await runBeside('npm', [...command, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  end();
}

/** npm's record of the installed versions. */
const NPM_RECORD = `${root}node_modules/.package-lock.json`;

/** Compares the lock file with npm's record. */
function hasPackages() {
  if (!existsSync(NPM_RECORD)) return false;
  /** @param {string} file @returns {[string, { version?: string, optional?: boolean }][]} */
  const packages = (file) => Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages);
  const installed = new Map(packages(NPM_RECORD));
  return packages(`${root}package-lock.json`).every(
    ([path, { version, optional }]) =>
      path === '' ||
      // npm skips optional packages for other machines
      (optional && !installed.has(path)) ||
      installed.get(path)?.version === version,
  );
}

/**
 * Skips the installation if the manifest has not changed.
 * @param {string} manifest @param {string} folder @param {() => void} install
 */
function installOnce(manifest, folder, install) {
  const stamp = `${root}${folder}/.installed-from`;
  const hash = createHash('sha256')
    .update(readFileSync(root + manifest))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  const end = follow(`Installing the packages of ${manifest} into ${folder}`);
  install();
  end();
  writeFileSync(stamp, hash);
}

/** Takes only the browser out of each package. */
function installOldChromiums() {
  for (const [version, name] of Object.entries(OLD_CHROMIUMS)) {
    const path = oldChromium(version);
    if (existsSync(path)) continue;
    const end = follow(`Installing Chromium ${version} from ${name}`);
    mkdirSync(OLD_BROWSERS, { recursive: true });
    run('npm', ['pack', name, '--pack-destination', OLD_BROWSERS, '--loglevel=error']);
    const archive = `${OLD_BROWSERS}/${name.slice(1).replaceAll(/[/@]/g, '-')}.tgz`;
    const compressed = 'package/bin/chromium.br';
    run('tar', ['-xzf', archive, '-C', OLD_BROWSERS, compressed]);
    // an interrupted installation must not look complete
    const chromium = brotliDecompressSync(readFileSync(`${OLD_BROWSERS}/${compressed}`));
    writeFileSync(`${path}.part`, chromium, { mode: 0o755 });
    renameSync(`${path}.part`, path);
    for (const used of [archive, `${OLD_BROWSERS}/package`]) rmSync(used, { recursive: true });
    end();
  }
}

/** @param {Purpose} purpose @throws {Error} with the command to run, if it cannot install something */
async function setUp(purpose) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  // "engines" in package.json
  const isSupported = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
  if (!isSupported) {
    throw new Error(`Node ${process.versions.node} is not supported: install Node 20.19, or 22.12 or newer.`);
  }
  // without apt, Playwright installs its own Chromium below
  const packages = missingPackages(purpose).filter((name) => onDebian() || !name.startsWith('chromium'));
  const installed = await Promise.allSettled([
    packages.length > 0 ? installSystemPackages(packages, purpose) : undefined,
    hasPackages() ? undefined : installPackages(),
  ]);
  for (const result of installed) if (result.status === 'rejected') throw result.reason;
  installOnce('server/composer.json', 'server/vendor', () => {
    run('composer', ['--working-dir=server', 'install', '--no-interaction', '--quiet']);
  });
  if (purpose === 'browsers') installOldChromiums();
  if (missingPrograms(purpose).some((name) => name.startsWith('chromium'))) {
    run('npx', ['playwright', 'install', '--with-deps', 'chromium']);
  }
}

/** @returns the folder of a live site's PHP packages */
export function productionVendor() {
  const folder = 'server/.cache/production';
  mkdirSync(`${root}${folder}/vendor`, { recursive: true });
  const release = lock('production-packages');
  try {
    installOnce('server/composer.json', `${folder}/vendor`, () => {
      copyFileSync(`${root}server/composer.json`, `${root}${folder}/composer.json`);
      run('composer', [
        `--working-dir=${folder}`,
        ...['install', '--no-dev', '--no-autoloader', '--no-interaction', '--quiet'],
      ]);
    });
  } finally {
    release();
  }
  return `${root}${folder}/vendor`;
}

/** @param {unknown} error printed without its stack @returns {never} */
export function exitWith(error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(error instanceof Error && 'exitCode' in error ? Number(error.exitCode) : 1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const [, , purpose = 'start'] = process.argv;
    if (!Object.hasOwn(NEEDS, purpose)) {
      throw new Error(`"${purpose}" is not one of ${Object.keys(NEEDS).join(', ')}.`);
    }
    // before anything is installed
    readEnvironment();
    const release = lock('setup', () => console.error('Waiting for the set-up of another command …'));
    try {
      await setUp(/** @type {Purpose} */ (purpose));
    } finally {
      release();
    }
    // with invalid rules the endpoint would reject every enquiry
    await checkForms();
  } catch (error) {
    exitWith(error);
  }
}
