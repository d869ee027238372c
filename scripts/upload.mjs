// @ts-check
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { htaccess } from './apache.mjs';
import { readEnvironment, root } from './environment.mjs';
import { serverBlock, siteRules } from './nginx.mjs';
import { SCRIPTS, securityHeaders } from './serving.mjs';
import { productionVendor, run } from './setup.mjs';

const dist = `${root}dist`;

/** What of the server folder the upload needs. */
const SERVER = ['composer.json', 'console', 'pages', 'public', 'rules', 'src', 'templates'];

/** @typedef {Parameters<typeof htaccess>[0]} Settings */

/**
 * Makes of the built site, in dist/www, and the server folder what an operator uploads: dist/www to
 * show, dist/private to keep to oneself, laid out like the repository, and dist/nginx.
 */
export function buildUpload() {
  const { servicePrefix, siteUrl, toHttps } = readEnvironment();
  const headers = securityHeaders({ documentRoot: `${dist}/www`, siteUrl });
  const settings = { headers, servicePrefix, siteUrl, toHttps };
  buildPrivate(`${dist}/private`, settings);
  writePublic(dist, settings);
}

/**
 * Everything but the site itself that a web server shows or goes by.
 * @param {string} upload the folder that holds www
 * @param {Settings} settings
 */
export function writePublic(upload, settings) {
  const { servicePrefix, siteUrl } = settings;
  const documentRoot = `${upload}/www`;
  const nginx = `${upload}/nginx`;
  writeFileSync(`${documentRoot}/.htaccess`, htaccess(settings));
  mkdirSync(nginx, { recursive: true });
  writeFileSync(`${nginx}/server.conf`, serverBlock(siteUrl));
  writeFileSync(`${nginx}/site.conf`, siteRules(settings));

  const depth = servicePrefix.split('/').length - 1;
  const entry = readFileSync(`${root}server/entry.php`, 'utf8').replace(
    'dirname(__DIR__)',
    `dirname(__DIR__, ${depth})`,
  );
  mkdirSync(documentRoot + servicePrefix, { recursive: true });
  for (const script of SCRIPTS) {
    writeFileSync(`${documentRoot}${servicePrefix}/${script}`, entry);
  }
  for (const [name, text] of Object.entries(refusals())) {
    writeFileSync(`${documentRoot}${servicePrefix}/${name}`, text);
  }
  writeFileSync(`${documentRoot}/assets/licenses.txt`, licenses());
  makeReadable(documentRoot);
  makeReadable(nginx);
}

/**
 * What a web server says in the endpoint's place, in its words, by the name of the file.
 * @returns {Record<string, string>}
 */
const refusals = () =>
  JSON.parse(
    execFileSync(
      'php',
      [
        '-r',
        `require 'server/vendor/autoload.php';
        $sentences = new Enquiry\\Form\\Sentences('server/rules/failures.json');
        foreach ([Enquiry\\Http\\Refusal::payloadTooLarge(), Enquiry\\Http\\Refusal::unavailable(Enquiry\\Storage\\StoreUnavailable::lockedTooLong()), Enquiry\\Http\\Refusal::undecided()] as $refusal) {
            $code = $refusal->errorCode;
            $files["{$code->value}.json"] = Enquiry\\Http\\Json::refused($refusal)->getContent();
            $files["{$code->value}.txt"] = $sentences->about($refusal) . Enquiry\\Form\\FormExchange::GO_BACK;
        }
        echo json_encode($files, JSON_THROW_ON_ERROR);`,
      ],
      { cwd: root, encoding: 'utf8' },
    ),
  );

/** What the licences of the face and of the packages in the scripts ask to be passed on. */
function licenses() {
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
    return [name, `${folder}/${file}`];
  });
  return [...files, ['Bricolage Grotesque', `${root}src/assets/bricolage-grotesque-OFL.txt`]]
    .map(([name, file = '']) => `${name}\n\n${readFileSync(file, 'utf8').trim()}\n`)
    .join(`\n${'-'.repeat(72)}\n\n`);
}

/**
 * Whoever serves dist as it is has a queue and a .env in it: neither is touched.
 * @param {string} folder
 * @param {Settings} settings of which the endpoint must be told the same
 */
function buildPrivate(folder, { servicePrefix, siteUrl }) {
  const server = `${folder}/server`;
  mkdirSync(server, { recursive: true });
  for (const name of readdirSync(server)) {
    if (name !== 'data') rmSync(`${server}/${name}`, { recursive: true });
  }
  for (const name of SERVER) {
    cpSync(`${root}server/${name}`, `${server}/${name}`, { recursive: true });
  }
  cpSync(productionVendor(), `${server}/vendor`, { recursive: true });
  run('composer', [
    ...['--working-dir=dist/private/server', '--no-interaction', '--quiet'],
    ...['dump-autoload', '--no-dev', '--classmap-authoritative'],
  ]);
  // not guarded: a server that does not know the directive answers 500, and shows nothing either
  writeFileSync(`${folder}/.htaccess`, 'Require all denied\n');
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

/** Composer leaves some files to their owner alone, who is not always whom PHP runs as. @param {string} folder */
function makeReadable(folder) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    // the operator's own
    if (entry.name === 'data' || entry.name === '.env') continue;
    if (entry.isDirectory()) makeReadable(path);
    else chmodSync(path, 0o644);
  }
}
