import { mkdirSync, writeFileSync } from 'node:fs';
import getPort from 'get-port';
import { startProcess } from '../../scripts/processes.ts';
import { isRoot, startPhpFpm } from './phpFpm.ts';

/** Runs nginx beside others and without root. @param user of the workers, if root starts it */
export function startNginx(folder: string, http: string, user = 'root') {
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

type Scripts = Readonly<Record<string, { readonly file: string; readonly env?: Readonly<Record<string, string>> }>>;

const COMPILED_ONCE = 'clear_env = no\nphp_admin_value[opcache.validate_timestamps] = 0';

/**
 * nginx in front of php-fpm, with a pool for each script, so that each script has its own environment.
 * @param options as for php-fpm; port: 0 for any free one
 */
export async function startWebServer(
  folder: string,
  scripts: Scripts,
  options: { port?: number; workers?: number; more?: string; env?: NodeJS.ProcessEnv } = {},
) {
  const port = options.port || (await getPort());
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
    pools: Object.fromEntries(Object.entries(scripts).map(([name, { env = {} }]) => [name, env])),
    more: COMPILED_ONCE,
    ...options,
  });
  const nginx = await startNginx(
    folder,
    `access_log off;
  keepalive_requests 1000000;
  server { listen 127.0.0.1:${port}; ${locations.join('\n')} }`,
  );
  return {
    port,
    url: (name: string) => `http://127.0.0.1:${port}/${name}`,
    stop: async (signal?: NodeJS.Signals) => {
      await Promise.all([nginx.stop(signal), fpm.stop(signal)]);
    },
  };
}
