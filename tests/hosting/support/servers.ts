import { chmodSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import getPort from 'get-port';
import { root } from '../../../scripts/environment.mjs';
import { startProcess } from '../../../scripts/processes.ts';
import { isRoot, startPhpFpm } from '../../support/phpFpm.ts';
import { startNginx } from '../../support/webServer.ts';
import { SERVER_USER, type Upload } from './upload.ts';

export interface WebServer {
  readonly port: number;
  /** Of nginx. */
  readonly accessLog?: string;
  stopPhp?(): Promise<void>;
  stop(): Promise<void>;
}

/** What a web server needs to know of an upload. */
export interface Hosted {
  readonly folder: string;
  readonly documentRoot: string;
  /** As whom PHP runs, if root starts it. */
  readonly phpUser?: string;
}

export type Start<Site extends Hosted = Upload> = (upload: Site) => Promise<WebServer>;

export const MODULES = '/usr/lib/apache2/modules';

const USUAL =
  'alias auth_basic authn_core authn_file authz_core authz_host authz_user autoindex brotli buffer deflate dir env filter headers mime negotiation reqtimeout rewrite setenvif status';
const FEWEST = 'authz_core autoindex dir mime';

/** Those of an old host: Debian's list has each that .htaccess adds. */
const FEWEST_TYPES = 'image/png png\nimage/jpeg jpeg jpg\napplication/pdf pdf\n';

/** The seconds until PHP sees a changed script. A test sets 0. */
const SEEN = 'opcache.revalidate_freq';

/** PHP compiles each path once. By default it would not keep files that are younger than two seconds. */
export const COMPILED_ONCE =
  'php_admin_value[opcache.validate_timestamps] = 0\nphp_admin_value[opcache.file_update_protection] = 0';

type ApacheKind = 'php-fpm' | 'mod_php' | 'few modules';

function started() {
  const folder = mkdtempSync(`${tmpdir()}/server-`);
  // the servers' user must be able to read it
  chmodSync(folder, 0o755);
  const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  return {
    folder,
    stops,
    stop: async () => {
      for (const stop of stops.reverse()) await stop();
    },
  };
}

/** Reads lines of docs/own-server.md, so that the document is tested. */
function documented(lines: RegExp): string {
  const [found] = lines.exec(readFileSync(`${root}docs/own-server.md`, 'utf8')) ?? [];
  if (found === undefined) throw new Error(`docs/own-server.md has no ${lines}.`);
  return found;
}
const TIMEOUTS = /RequestReadTimeout [^`\n]*/;
const BESIDE = /^ {3}location = \/blog \{[\s\S]*?(?=^ {3}```)/m;
const PROXY = /(?<=^ {4}DocumentRoot .*\n)(?: {4}.*\n)*? {4}ProxyTimeout .*\n/m;

/** @param allowed the line of Apache's configuration about .htaccess @param added lines for the whole server */
export const apache =
  (kind: ApacheKind, allowed = 'AllowOverride All', added = ''): Start<Hosted> =>
  (upload) =>
    startApache(upload, kind, allowed, added);

async function startApache(upload: Hosted, kind: ApacheKind, allowed: string, added: string): Promise<WebServer> {
  const { folder, stops, stop } = started();
  const port = await getPort();
  const asModule = kind !== 'php-fpm';
  const fpm = asModule ? undefined : await startFpm(folder, upload);
  stops.push(() => fpm?.stop());
  const modules = [
    ...(asModule ? ['mpm_prefork'] : ['mpm_event', 'proxy', 'proxy_fcgi']),
    ...(kind === 'few modules' ? FEWEST : USUAL).split(' '),
  ];
  const [php] = readdirSync(MODULES).filter((name) => /^libphp[\d.]*\.so$/.test(name));
  writeFileSync(`${folder}/mime.types`, FEWEST_TYPES);
  writeFileSync(
    `${folder}/apache.conf`,
    `ServerRoot ${folder}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${folder}/apache.pid
ErrorLog "|$/bin/cat >&2"
LogLevel notice
TraceEnable Off
${modules.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
${asModule ? `LoadModule php_module ${MODULES}/${php}\nphp_admin_value ${SEEN} 0\nphp_admin_value error_log ${folder}/php.log` : ''}
TypesConfig ${folder}/mime.types
# as Debian does
AddLanguage br .br
DirectoryIndex index.html index.php
${kind === 'few modules' ? '' : documented(TIMEOUTS)}
${isRoot ? `User ${SERVER_USER}\nGroup ${SERVER_USER}` : ''}
DocumentRoot ${upload.documentRoot}
<Directory />
  Options FollowSymLinks
  AllowOverride None
  Require all denied
</Directory>
<Directory ${upload.documentRoot}>
  Options Indexes FollowSymLinks
  ${allowed}
  Require all granted
</Directory>
${
  asModule
    ? `<FilesMatch "\\.php$">
  SetHandler application/x-httpd-php
  # as cPanel does for all content
  ${kind === 'mod_php' ? 'SetOutputFilter DEFLATE' : ''}
</FilesMatch>`
    : documented(PROXY).replaceAll(/unix:[^|"]*/g, `unix:${folder}/site.sock`)
}
${added}
`,
  );
  const server = await startProcess(
    '/usr/sbin/apache2',
    ['-D', 'FOREGROUND', '-f', `${folder}/apache.conf`],
    // Vitest sets SITE_URL, which would override .env
    { ready: /resuming normal operations/, env: { SITE_URL: undefined } },
  );
  stops.push(() => server.stop());
  return { port, stop, ...(fpm && { stopPhp: () => fpm.stop() }) };
}

/** @param more lines for the pool */
const startFpm = (folder: string, { phpUser = SERVER_USER }: Hosted, more = `php_admin_value[${SEEN}] = 0`) =>
  startPhpFpm(folder, { user: phpUser, pools: { site: {} }, more });

export const nginx: Start<Hosted> = (upload) => nginxWith(upload);

/** With the lines of docs/own-server.md for folders of other software. */
export const nginxBeside =
  (folders: readonly string[]): Start<Hosted> =>
  (upload) =>
    nginxWith(upload, undefined, folders.map((name) => documented(BESIDE).replaceAll('blog', name)).join(''));

/** @param more lines for php-fpm's pool @param added lines for the server block */
export async function nginxWith(upload: Hosted, more?: string, added = ''): Promise<WebServer> {
  const { folder, stops, stop } = started();
  const port = await getPort();
  const fpm = await startFpm(folder, upload, more);
  stops.push(() => fpm.stop());
  for (const file of ['fastcgi_params', 'mime.types']) {
    copyFileSync(`/etc/nginx/${file}`, `${folder}/${file}`);
  }
  const changes: [RegExp, string][] = [
    [/listen 80;/, `listen 127.0.0.1:${port};`],
    [/listen \[::\]:80;/, ''],
    [/server_name [^;]*;/, 'server_name localhost;'],
    [/^ *root [^;]*;/m, `root ${upload.documentRoot};`],
    [/unix:[^;]*;/, `unix:${folder}/site.sock;`],
    [/access_log [^;]*;/, `access_log ${folder}/access.log shortened;`],
    [/include [^;]*;/, `include ${upload.folder}/nginx/site.conf;\n${added}`],
  ];
  const block = changes.reduce(
    (text, [pattern, to]) => {
      if (!pattern.test(text)) throw new Error(`server.conf has no ${pattern}`);
      return text.replace(pattern, to);
    },
    readFileSync(`${upload.folder}/nginx/server.conf`, 'utf8'),
  );
  const server = await startNginx(
    folder,
    `access_log off; include mime.types; default_type application/octet-stream; gzip on; ${block}`,
    SERVER_USER,
  );
  stops.push(() => server.stop());
  return { port, stop, accessLog: `${folder}/access.log`, stopPhp: () => fpm.stop() };
}
