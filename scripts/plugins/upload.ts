import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import Mustache from 'mustache';
import type { Plugin } from 'vite';
import { BuildError } from '../buildError.ts';
import { root } from '../environment.mjs';
import {
  endpointPages,
  type Headers,
  likelyAddresses,
  SCRIPTS,
  securityHeaders,
} from '../serving.ts';
import { productionVendor, run } from '../setup.mjs';
import { FRESH, type SiteBuild } from './siteBuild.ts';

const dist = `${root}dist`;

/** What of the server folder the upload needs. */
const SERVER = [
  ...['composer.json', 'console', 'failedStart.php'],
  ...['public', 'rules', 'src', 'templates'],
];

interface Settings {
  readonly servicePrefix: string;
  readonly siteUrl: string;
  /** Whether to redirect what comes in plain HTTP. */
  readonly toHttps: boolean;
}

/**
 * Makes of the built site and the server folder what an operator uploads: dist/www to show, dist/private
 * to keep to oneself, laid out like the repository, and dist/nginx. They replace the last build when all
 * of it is there.
 */
export function upload(siteBuild: SiteBuild, settings: Settings): Plugin {
  return {
    name: 'upload',
    buildApp: {
      order: 'post',
      async handler() {
        // after the checks of what editors write, which are easier to read than the compiler's
        if (process.env['CHECK_TYPES'] === 'yes') checkTypes();
        const pages = `${FRESH}/private/server/pages`;
        mkdirSync(pages, { recursive: true });
        for (const [file, html] of siteBuild.endpointPages) writeFileSync(`${pages}/${file}`, html);
        buildPrivate(`${FRESH}/private`, settings);
        writePublic(FRESH, {
          ...settings,
          headers: securityHeaders([`${FRESH}/www`, pages], settings.siteUrl),
        });
        writeFileSync(`${pages}/files.json`, JSON.stringify(siteFiles(`${FRESH}/www`)));
        writeFileSync(
          `${pages}/private.json`,
          JSON.stringify(programFiles(`${FRESH}/private/server`)),
        );
        replaceLastBuild();
      },
    },
  };
}

function checkTypes(): void {
  try {
    run('npx', ['tsc', '--build']);
  } catch {
    throw new BuildError('The code has type errors: see the output of tsc above.');
  }
}

/**
 * Everything but the site itself that a web server shows or goes by.
 * @param folder the upload, which holds www
 */
export function writePublic(
  folder: string,
  settings: Settings & { readonly headers: Headers },
): void {
  const documentRoot = `${folder}/www`;
  const nginx = `${folder}/nginx`;
  const filled = { ...settings, likelyAddresses: likelyAddresses(documentRoot) };
  const service = documentRoot + settings.servicePrefix;
  mkdirSync(nginx, { recursive: true });
  mkdirSync(service, { recursive: true });
  writeFileSync(`${documentRoot}/.htaccess`, configuration('htaccess', filled));
  writeFileSync(`${nginx}/server.conf`, configuration('server.conf', filled));
  writeFileSync(`${nginx}/site.conf`, configuration('site.conf', filled));

  const depth = settings.servicePrefix.split('/').length - 1;
  const entry = readFileSync(`${root}server/entry.php`, 'utf8')
    .replace('dirname(__DIR__)', `dirname(__DIR__, ${depth})`)
    .replaceAll('SITE_URL', settings.siteUrl);
  for (const script of SCRIPTS) writeFileSync(`${service}/${script}`, entry);
  for (const [name, text] of Object.entries(refusals())) writeFileSync(`${service}/${name}`, text);
  writeFileSync(`${documentRoot}/licenses.txt`, licenses());
  makeReadable(documentRoot);
  makeReadable(nginx);
}

/** A web server's configuration, of its template. */
export function configuration(
  template: 'htaccess' | 'server.conf' | 'site.conf',
  {
    headers,
    ...settings
  }: Settings & {
    readonly headers: Headers;
    readonly likelyAddresses: ReturnType<typeof likelyAddresses>;
  },
): string {
  return Mustache.render(
    readFileSync(`${root}scripts/templates/${template}`, 'utf8'),
    {
      ...settings,
      host: new URL(settings.siteUrl).hostname,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    },
    {},
    { escape: String },
  );
}

/** @returns their paths from there, each with a slash at its beginning */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length));
}

/**
 * By which doctor knows whether all of a build was uploaded. Not what begins with a dot: to .htaccess
 * some hosts' panels add lines, and whether it is there the answers show.
 * @returns how many bytes each file has, and their hash, by its path
 */
function siteFiles(www: string): Record<string, [bytes: number, hash: string]> {
  return Object.fromEntries(
    filesBelow(www)
      .filter((file) => !file.includes('/.'))
      .map((file) => {
        const content = readFileSync(www + file);
        return [
          file,
          [content.length, createHash('sha256').update(content).digest('hex')],
        ] as const;
      }),
  );
}

/**
 * By which doctor knows whether all of the program was uploaded, and whole.
 * @returns the hash of each file, whose lines an FTP program may end in another way, by its path
 */
function programFiles(server: string): Record<string, string> {
  return Object.fromEntries(
    filesBelow(server).map((file) => [
      file.slice(1),
      createHash('sha256')
        .update(readFileSync(`${server}${file}`, 'latin1').replaceAll('\r\n', '\n'), 'latin1')
        .digest('hex'),
    ]),
  );
}

/** What a web server says in the endpoint's place, in its words, by the name of the file. */
const refusals = (): Record<string, string> =>
  JSON.parse(execFileSync('php', [`${root}server/refusals.php`], { encoding: 'utf8' }));

/** What the licences of the face and of the packages in the scripts ask to be passed on. */
function licenses(): string {
  const packages = [
    'react',
    'react-dom',
    'scheduler',
    'react-router',
    'react-hook-form',
    'aos',
    '@zootools/email-spell-checker',
  ];
  const files = packages.map((name) => {
    const folder = `${root}node_modules/${name}`;
    const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:\.\w+)?$/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no licence file.`);
    return [name, `${folder}/${file}`] as const;
  });
  return [
    ...files,
    ['Bricolage Grotesque', `${root}src/assets/bricolage-grotesque-OFL.txt`] as const,
  ]
    .map(([name, file]) => `${name}\n\n${readFileSync(file, 'utf8').trim()}\n`)
    .join(`\n${'-'.repeat(72)}\n\n`);
}

function buildPrivate(folder: string, { servicePrefix, siteUrl }: Settings): void {
  const server = `${folder}/server`;
  for (const name of SERVER) {
    cpSync(`${root}server/${name}`, `${server}/${name}`, { recursive: true });
  }
  cpSync(productionVendor(), `${server}/vendor`, { recursive: true });
  run('composer', [
    ...[`--working-dir=${server}`, '--no-interaction', '--quiet'],
    ...['dump-autoload', '--no-dev', '--classmap-authoritative'],
  ]);
  // not guarded: a server that does not know the directive answers 500, and shows nothing either
  writeFileSync(`${folder}/.htaccess`, 'Require all denied\n');
  // by which entry.php knows that www and private belong together
  writeFileSync(`${folder}/site.txt`, siteUrl);
  // no .env, which would replace the operator's own, and no data folder: copied with its owner, as
  // root's cp -a does, it would take the queue's folder away from the user that PHP runs as
  writeFileSync(
    `${folder}/.env.example`,
    readFileSync(`${root}.env.example`, 'utf8')
      .replace(/^SERVICE_PREFIX=.*$/m, `SERVICE_PREFIX=${servicePrefix}`)
      .replace(/^SITE_URL=.*$/m, `SITE_URL=${siteUrl}`),
  );
  makeReadable(folder);
}

/** Composer leaves some files to their owner alone, who is not always whom PHP runs as. */
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) makeReadable(path);
    else chmodSync(path, 0o644);
  }
}

/**
 * Puts what was built in the place of the last build. Whoever serves dist as it is has a queue and a .env
 * in it: of private, only what comes anew is replaced, and what else is there is not even moved.
 */
function replaceLastBuild(): void {
  mkdirSync(dist, { recursive: true });
  for (const folder of ['www', 'nginx']) replace(`${dist}/${folder}`, `${FRESH}/${folder}`);
  for (const folder of ['private/server', 'private']) {
    mkdirSync(`${dist}/${folder}`, { recursive: true });
    for (const name of readdirSync(`${FRESH}/${folder}`)) {
      if (`${folder}/${name}` === 'private/server') continue;
      replace(`${dist}/${folder}/${name}`, `${FRESH}/${folder}/${name}`);
    }
  }
  rmSync(endpointPages, { recursive: true, force: true });
  cpSync(`${dist}/private/server/pages`, endpointPages, { recursive: true });
  // the repository has packages that no upload has, and is changed as one works
  rmSync(`${endpointPages}/private.json`);
  rmSync(FRESH, { recursive: true });
}

function replace(old: string, fresh: string): void {
  const aside = `${FRESH}/old`;
  if (existsSync(old)) renameSync(old, aside);
  try {
    renameSync(fresh, old);
  } catch (error) {
    if (existsSync(aside)) renameSync(aside, old);
    throw error;
  }
  rmSync(aside, { recursive: true, force: true });
}
