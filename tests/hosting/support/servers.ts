import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import getPort from 'get-port';
import { root } from '../../../scripts/environment.mjs';
import { startProcess } from '../../../scripts/processes.ts';
import { isRoot, startPhpFpm } from '../../support/php-fpm.mjs';
import { startNginx as startProgram } from '../../support/web-server.mjs';
import { SERVER_USER, type Upload } from './upload.ts';

/** A web server that serves an upload. */
export interface WebServer {
  readonly port: number;
  /** Ends the php-fpm behind it; there is none where PHP is the web server's own. */
  stopPhp?(): Promise<void>;
  stop(): Promise<void>;
}

const MODULES = '/usr/lib/apache2/modules';

/** What Debian loads unless told otherwise, and what its hosts add for sites like this. */
const USUAL =
  'alias authz_core authz_host autoindex brotli deflate dir env filter headers mime negotiation reqtimeout rewrite setenvif status';
/** What no Apache can do without. */
const FEWEST = 'authz_core dir mime';

/** How long PHP runs a script that has changed: two seconds unless told, in which a test has changed it. */
const SEEN = 'opcache.revalidate_freq';

/** How Apache runs PHP, or that it has hardly a module. */
export type ApacheKind = 'php-fpm' | 'mod_php' | 'few modules';

/** What was started; stopped in the opposite order, with the folder of its own. */
function started() {
  const folder = mkdtempSync(`${tmpdir()}/server-`);
  // the servers' user has to get in
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

/** What operators are told to have Apache hand to php-fpm, and for how long it is to wait. */
function documentedProxy(socket: string): string {
  const [, lines] =
    /^ {4}DocumentRoot .*\n((?: {4}.*\n)*? {4}ProxyTimeout .*\n)/m.exec(
      readFileSync(`${root}docs/operating.md`, 'utf8'),
    ) ?? [];
  if (lines === undefined) throw new Error('docs/operating.md has no virtual host for php-fpm.');
  return lines.replaceAll(/unix:[^|"]*/g, `unix:${socket}`);
}

/**
 * Debian's Apache with a virtual host as Debian's own, but for .htaccess, which it is to read.
 * @param change of what the documents say about php-fpm
 */
export async function startApache(
  upload: Upload,
  kind: ApacheKind,
  change: (proxy: string) => string = (proxy) => proxy,
): Promise<WebServer> {
  const { folder, stops, stop } = started();
  const port = await getPort();
  const asModule = kind !== 'php-fpm';
  const fpm = asModule
    ? undefined
    : await startPhpFpm(folder, {
        user: SERVER_USER,
        pools: { site: {} },
        more: `php_admin_value[${SEEN}] = 0`,
      });
  stops.push(() => fpm?.stop());
  const modules = [
    ...(asModule ? ['mpm_prefork'] : ['mpm_event', 'proxy', 'proxy_fcgi']),
    ...(kind === 'few modules' ? FEWEST : USUAL).split(' '),
  ];
  const [php] = readdirSync(MODULES).filter((name) => /^libphp[\d.]*\.so$/.test(name));
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
TypesConfig /etc/mime.types
${isRoot ? `User ${SERVER_USER}\nGroup ${SERVER_USER}` : ''}
DocumentRoot ${upload.documentRoot}
<Directory />
  Options FollowSymLinks
  AllowOverride None
  Require all denied
</Directory>
<Directory ${upload.documentRoot}>
  Options Indexes FollowSymLinks
  AllowOverride All
  Require all granted
</Directory>
${
  asModule
    ? `<FilesMatch "\\.php$">
  SetHandler application/x-httpd-php
</FilesMatch>`
    : change(documentedProxy(`${folder}/site.sock`))
}
`,
  );
  const apache = await startProcess(
    '/usr/sbin/apache2',
    ['-D', 'FOREGROUND', '-f', `${folder}/apache.conf`],
    // Vitest sets it for the build's import.meta.env, and it would win over .env
    { ready: /resuming normal operations/, env: { SITE_URL: undefined } },
  );
  stops.push(() => apache.stop());
  return { port, stop, ...(fpm && { stopPhp: () => fpm.stop() }) };
}

/** Debian's nginx and php-fpm, with the server block as it ships, and its marked lines changed. */
export async function startNginx(upload: Upload): Promise<WebServer> {
  const { folder, stops, stop } = started();
  const port = await getPort();
  const fpm = await startPhpFpm(folder, {
    user: SERVER_USER,
    pools: { site: {} },
    more: `php_admin_value[${SEEN}] = 0`,
  });
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
    [/include [^;]*;/, `include ${upload.folder}/nginx/site.conf;`],
  ];
  const block = changes.reduce(
    (text, [pattern, to]) => {
      if (!pattern.test(text)) throw new Error(`server.conf has no ${pattern}`);
      return text.replace(pattern, to);
    },
    readFileSync(`${upload.folder}/nginx/server.conf`, 'utf8'),
  );
  const nginx = await startProgram(
    folder,
    `access_log off; include mime.types; default_type application/octet-stream; gzip on; ${block}`,
    SERVER_USER,
  );
  stops.push(() => nginx.stop());
  return { port, stop, stopPhp: () => fpm.stop() };
}
