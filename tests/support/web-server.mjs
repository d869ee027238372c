// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs';
import getPort from 'get-port';
import { startProcess } from '../../scripts/processes.ts';
import { isRoot, startPhpFpm } from './php-fpm.mjs';

/**
 * Runs nginx beside others and without root.
 * @param {string} folder for its own files
 * @param {string} http content of the http block
 * @param {string} [user] of the workers, if root starts it
 */
export function startNginx(folder, http, user = 'root') {
  mkdirSync(`${folder}/nginx`, { recursive: true });
  writeFileSync(
    `${folder}/nginx.conf`,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; error_log stderr notice;
${isRoot ? `user ${user};` : ''}
events { worker_connections 512; }
http {
  client_body_temp_path ${folder}/nginx; fastcgi_temp_path ${folder}/nginx; proxy_temp_path ${folder}/nginx;
  scgi_temp_path ${folder}/nginx; uwsgi_temp_path ${folder}/nginx;
  ${http}
}\n`,
  );
  return startProcess('/usr/sbin/nginx', ['-c', `${folder}/nginx.conf`, '-p', folder], {
    ready: /start worker process \d/,
  });
}

/**
 * nginx in front of php-fpm, with a pool for each script, so that each script has its own environment.
 * @param {string} folder for sockets, logs and configuration
 * @param {Record<string, { file: string, env?: Record<string, string> }>} scripts by name
 * @param {{ port?: number, workers?: number, more?: string, env?: NodeJS.ProcessEnv }} [options]
 *   `workers` of each pool; `more`: lines for every pool
 */
export async function startWebServer(
  folder,
  scripts,
  {
    port: wanted = 0,
    workers = 2,
    more = 'clear_env = no\nphp_admin_value[opcache.validate_timestamps] = 0',
    env: common = {},
  } = {},
) {
  const port = wanted > 0 ? wanted : await getPort();
  mkdirSync(folder, { recursive: true });
  const locations = Object.entries(scripts).map(
    ([name, { file }]) => `location = /${name} {
  fastcgi_pass unix:${folder}/${name}.sock;
  fastcgi_param SCRIPT_FILENAME ${file};
  include /etc/nginx/fastcgi_params;
}`,
  );
  const fpm = await startPhpFpm(folder, {
    user: 'root',
    workers,
    pools: Object.fromEntries(Object.entries(scripts).map(([name, { env = {} }]) => [name, env])),
    more,
    env: common,
  });
  const nginx = await startNginx(
    folder,
    `access_log off;
  keepalive_requests 1000000;
  server { listen 127.0.0.1:${port}; ${locations.join('\n')} }`,
  );
  return {
    port,
    /** @param {string} name */
    url: (name) => `http://127.0.0.1:${port}/${name}`,
    /** @param {NodeJS.Signals} [signal] */
    stop: async (signal) => {
      await Promise.all([nginx.stop(signal), fpm.stop(signal)]);
    },
  };
}
