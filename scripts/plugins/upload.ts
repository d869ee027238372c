import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, relative } from 'node:path';
import Mustache from 'mustache';
import { normalizePath, type Plugin } from 'vite';
import { isCode, type Manifest, sha256 } from '../deploy/build.ts';
import { type Environment, readVariables, root } from '../environment.mjs';
import { formFolders } from '../formFiles.mjs';
import { lock } from '../lock.mjs';
import {
  builtWith,
  endpointPages,
  FORM_SCRIPTS,
  type Headers,
  likelyAddresses,
  PAGE_SCRIPTS,
  POLICY,
  privateLine,
  SCRIPTS,
  securityHeaders,
  TEXT_TYPES,
} from '../serving.ts';
import { productionVendor, run } from '../setup.mjs';
import type { SiteBuild } from './siteBuild.ts';
import { KEEPER } from './siteFiles.ts';

const dist = `${root}dist`;

/** The parts of server/ that the upload needs. */
const SERVER = ['composer.json', 'console', 'extensions.php', 'forms', 'src', 'templates'];

type Settings = Pick<Environment, 'servicePrefix' | 'siteUrl' | 'toHttps' | 'toPrivate'>;

/**
 * Makes dist/www (for visitors), dist/private (laid out like the repository) and dist/nginx, and replaces the last build
 * when all are complete.
 */
export function upload(siteBuild: SiteBuild, settings: Environment): Plugin {
  return {
    name: 'upload',
    buildApp: {
      order: 'post',
      async handler({ config: { logger } }) {
        const { folder } = siteBuild;
        const pages = `${folder}/private/server/pages`;
        mkdirSync(pages, { recursive: true });
        for (const [file, html] of siteBuild.endpointPages) writeFileSync(`${pages}/${file}`, html);
        buildPrivate(`${folder}/private`, settings);
        writePublic(folder, settings);
        rmSync(`${folder}/www/${KEEPER}`, { force: true });
        writeFileSync(`${folder}/manifest.json`, JSON.stringify(manifestOf(folder, builtWith(settings))));
        rmSync(siteBuild.rendererFolder, { recursive: true });
        replaceLastBuild(folder);
        siteBuild.remove();
        for (const line of tokenNotice(readVariables())) logger.info(line);
      },
    },
  };
}

/** Saves an operator from making up a secret. It is printed only, and no file of the build has it. */
export const tokenNotice = ({ HEALTH_TOKEN: token }: NodeJS.ProcessEnv): readonly string[] =>
  token
    ? []
    : [
        '\nA new token for contact_work.php. If the .env in private has none, add this line:',
        `HEALTH_TOKEN=${randomBytes(32).toString('hex')}`,
      ];

/** Adds the endpoint, its refusals, the licences and .htaccess to www, and writes nginx's configuration. */
export function writePublic(folder: string, settings: Settings): void {
  const documentRoot = `${folder}/www`;
  const nginx = `${folder}/nginx`;
  const service = documentRoot + settings.servicePrefix;
  mkdirSync(nginx, { recursive: true });
  mkdirSync(service, { recursive: true });
  const entries = readdirSync(documentRoot, { withFileTypes: true });
  const filled = {
    ...settings,
    headers: securityHeaders(settings.siteUrl),
    likelyAddresses: likelyAddresses(documentRoot),
    folders: entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
  };
  writeFileSync(`${documentRoot}/.htaccess`, configuration('htaccess', filled));
  writeFileSync(`${nginx}/server.conf`, configuration('server.conf', filled));
  writeFileSync(`${nginx}/site.conf`, configuration('site.conf', filled));

  const depth = settings.servicePrefix.split('/').length - 1;
  const template = readFileSync(`${root}server/index.php`, 'utf8')
    .replace('dirname(__DIR__)', `dirname(__DIR__, ${depth})`)
    .replaceAll('SITE_URL', settings.siteUrl);
  const controller = withPrivate(template, settings.toPrivate);
  for (const script of SCRIPTS) writeFileSync(`${service}/${script}`, controller);
  for (const [name, text] of Object.entries(refusals())) writeFileSync(`${service}/${name}`, text);
  writeFileSync(`${documentRoot}/licenses.txt`, licenses());
  makeReadable(documentRoot);
  makeReadable(nginx);
}

/** The text of server/index.php with DEPLOY_PRIVATE. */
export const withPrivate = (controller: string, toPrivate: string): string =>
  controller.replace(/^\$private = .*$/m, (line) => privateLine(toPrivate) ?? line);

export const configuration = (
  template: 'htaccess' | 'server.conf' | 'site.conf',
  settings: Settings & {
    readonly headers: Headers;
    readonly likelyAddresses: ReturnType<typeof likelyAddresses>;
    /** Of the document root. */
    readonly folders: readonly string[];
  },
): string => {
  const folders = pattern([...settings.folders, 'private']);
  return Mustache.render(
    readFileSync(`${root}scripts/templates/${template}`, 'utf8'),
    {
      ...settings,
      folders,
      ours: `!(%{REQUEST_URI} =~ m#^/+(?!${folders}/)([^/]+)/# && -d '%{CONTEXT_DOCUMENT_ROOT}/$1')`,
      host: new URL(settings.siteUrl).hostname,
      scripts: pattern(SCRIPTS),
      formScripts: pattern(FORM_SCRIPTS),
      otherScripts: pattern(SCRIPTS.filter((script) => !FORM_SCRIPTS.includes(script))),
      pageScripts: pattern(PAGE_SCRIPTS),
      policy: POLICY,
      headers: Object.entries(settings.headers).map(([name, value]) => ({ name, value })),
      textTypes: Object.entries(TEXT_TYPES).map(([ending, type]) => ({ ending, type })),
      textEndings: Object.keys(TEXT_TYPES).join('|'),
      // text/html always has a charset
      charsetTypes: Object.values(TEXT_TYPES).filter((type) => type !== TEXT_TYPES.html),
    },
    {},
    { escape: String },
  );
};

const pattern = (names: readonly string[]) => `(?:${names.map((name) => name.replaceAll('.', '\\.')).join('|')})`;

/** Names the release and its code by their content. Releases with the same PHP code share it. */
export function manifestOf(folder: string, settings: Manifest['settings'] = {}) {
  const files = Object.fromEntries(
    ['www', 'private']
      .flatMap((part) => filesBelow(folder, part))
      .sort()
      .map((path) => {
        const content = readFileSync(`${folder}/${path}`);
        return [path, { hash: sha256(content), size: content.length }] as const;
      }),
  );
  const name = (paths: readonly string[]) =>
    sha256(paths.map((path) => `${path} ${files[path]?.hash}\n`).join('')).slice(0, 12);
  const paths = Object.keys(files);
  return {
    release: name(paths),
    code: name(paths.filter(isCode)),
    settings,
    files,
  };
}

const filesBelow = (folder: string, part: string): string[] =>
  readdirSync(`${folder}/${part}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => normalizePath(relative(folder, `${entry.parentPath}/${entry.name}`)));

/** The answers of a web server that cannot reach the endpoint, by file name. */
const refusals = (): Record<string, string> =>
  JSON.parse(execFileSync('php', [`${root}server/refusals.php`], { encoding: 'utf8' }));

/** The licences of bundled packages and of the headings' font. */
function licenses(): string {
  const files = [
    ...['react', 'react-dom', 'scheduler', 'react-router', 'react-hook-form', 'aos'],
    '@zootools/email-spell-checker',
  ].map((name) => {
    const folder = `${root}node_modules/${name}`;
    const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:\.\w+)?$/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no licence file.`);
    return [name, `${folder}/${file}`];
  });
  return [...files, ['Bricolage Grotesque', `${root}src/assets/bricolage-grotesque-OFL.txt`]]
    .map(([name, file = '']) => `${name}\n\n${readFileSync(file, 'utf8').trim()}\n`)
    .join(`\n${'-'.repeat(72)}\n\n`);
}

function buildPrivate(folder: string, { servicePrefix, siteUrl }: Settings): void {
  const server = `${folder}/server`;
  for (const name of SERVER) {
    cpSync(`${root}server/${name}`, `${server}/${name}`, { recursive: true });
  }
  for (const form of formFolders()) cpSync(form, `${server}/forms/${basename(form)}`, { recursive: true });
  cpSync(productionVendor(), `${server}/vendor`, { recursive: true });
  run('composer', [
    ...[`--working-dir=${server.slice(root.length)}`, '--no-interaction', '--quiet'],
    ...['dump-autoload', '--no-dev', '--classmap-authoritative'],
  ]);
  // without <IfModule>: a server that does not know the directive answers 500 and shows nothing
  writeFileSync(`${folder}/.htaccess`, 'Require all denied\n');
  // index.php rejects the private folder of another site
  writeFileSync(`${folder}/site.txt`, siteUrl);
  // no .env and no data folder: they would replace the operator's
  writeFileSync(
    `${folder}/.env.example`,
    readFileSync(`${root}.env.example`, 'utf8')
      .replace(/^SERVICE_PREFIX=.*$/m, `SERVICE_PREFIX=${servicePrefix}`)
      .replace(/^SITE_URL=.*$/m, `SITE_URL=${siteUrl}`),
  );
  makeReadable(folder);
}

/** Composer makes some files readable for their owner only, and PHP may run as another user. */
function makeReadable(path: string): void {
  const found = statSync(path);
  chmodSync(path, found.mode & 0o111 ? 0o755 : 0o644);
  if (!found.isDirectory()) return;
  for (const name of readdirSync(path)) makeReadable(`${path}/${name}`);
}

/** Keeps .env and the queue in dist/private, for an operator who serves dist itself. */
function replaceLastBuild(folder: string): void {
  const parts = ['', 'private/', 'private/server/']
    .flatMap((parent) => readdirSync(`${folder}/${parent}`).map((name) => parent + name))
    .filter((part) => !/^private(?:\/server)?$/.test(part))
    .map((part) => [`${folder}/${part}`, `${dist}/${part}`] as const);
  const forEndpoint = `${folder}/pages`;
  cpSync(`${folder}/private/server/pages`, forEndpoint, { recursive: true });
  mkdirSync(`${dist}/private/server`, { recursive: true });
  // another build may end at the same time
  const release = lock('dist');
  try {
    for (const [index, [from, to]] of [...parts, [forEndpoint, endpointPages] as const].entries()) {
      if (existsSync(to)) renameSync(to, `${folder}/old-${index}`);
      renameSync(from, to);
    }
  } finally {
    release();
  }
}
