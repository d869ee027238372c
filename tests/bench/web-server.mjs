// @ts-check
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { freePort } from '../../scripts/processes.mjs';
import { isRoot, startPhpFpm } from '../support/php-fpm.mjs';

/**
 * nginx in front of php-fpm, one pool of two workers for each script, so that each has
 * an environment of its own.
 * @param {string} folder for sockets, logs and configuration
 * @param {Record<string, { file: string, env: Record<string, string> }>} scripts by name
 */
export async function startWebServer(folder, scripts) {
  const port = await freePort();
  mkdirSync(`${folder}/nginx`, { recursive: true });
  const locations = Object.entries(scripts).map(
    ([name, { file }]) => `location = /${name} {
  fastcgi_pass unix:${folder}/${name}.sock;
  fastcgi_param SCRIPT_FILENAME ${file};
  include /etc/nginx/fastcgi_params;
}`,
  );
  writeFileSync(
    `${folder}/nginx.conf`,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
${isRoot ? 'user root;' : ''}
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${folder}/nginx; fastcgi_temp_path ${folder}/nginx; proxy_temp_path ${folder}/nginx;
  scgi_temp_path ${folder}/nginx; uwsgi_temp_path ${folder}/nginx;
  keepalive_requests 1000000;
  server { listen 127.0.0.1:${port}; ${locations.join('\n')} }
}\n`,
  );
  const fpm = await startPhpFpm(folder, {
    user: 'root',
    pools: Object.fromEntries(Object.entries(scripts).map(([name, { env }]) => [name, env])),
    more: 'clear_env = no\nphp_admin_value[opcache.validate_timestamps] = 0',
  });
  const nginx = spawn('/usr/sbin/nginx', ['-c', `${folder}/nginx.conf`, '-p', folder], {
    stdio: 'inherit',
  });
  return {
    /** @param {string} name */
    url: (name) => `http://127.0.0.1:${port}/${name}`,
    stop: async () => {
      nginx.kill('SIGTERM');
      await fpm.stop();
    },
  };
}
