// @ts-check
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { freePort, startProcess } from '../../scripts/processes.mjs';

// both programs have to be told, when root starts them, who their workers are
const isRoot = process.getuid?.() === 0;

const fpmProgram = () => {
  const program = ['php-fpm', 'php-fpm8.4', 'php-fpm8.3', 'php-fpm8.2'].find((name) =>
    existsSync(`/usr/sbin/${name}`),
  );
  if (program === undefined) throw new Error('php-fpm is missing: apt-get install -y php-fpm');
  return `/usr/sbin/${program}`;
};

/**
 * nginx, told what it needs to run beside others and without being root.
 * @param {string} folder for its own files
 * @param {string} http what stands in its http block
 */
export function startNginx(folder, http) {
  mkdirSync(`${folder}/nginx`, { recursive: true });
  writeFileSync(
    `${folder}/nginx.conf`,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; error_log stderr notice;
${isRoot ? 'user root;' : ''}
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
 * nginx in front of php-fpm, one pool for each script, so that each can have an environment
 * of its own.
 * @param {string} folder for sockets, logs and configuration
 * @param {Record<string, { file: string, env?: Record<string, string> }>} scripts by name
 * @param {object} [options]
 * @param {number} [options.port] any free one unless told
 * @param {number} [options.workers] of each pool
 * @param {NodeJS.ProcessEnv} [options.env] of all scripts
 */
export async function startWebServer(
  folder,
  scripts,
  { port: wanted = 0, workers = 2, env: common = {} } = {},
) {
  const port = wanted > 0 ? wanted : await freePort();
  mkdirSync(folder, { recursive: true });
  const owner = isRoot ? 'user = root\ngroup = root\n' : '';
  const pools = Object.entries(scripts).map(
    ([name, { env = {} }]) => `[${name}]
${owner}listen = ${folder}/${name}.sock
listen.mode = 0666
listen.backlog = 1024
pm = static
pm.max_children = ${workers}
clear_env = no
php_admin_value[error_log] = ${folder}/php.log
php_admin_value[opcache.validate_timestamps] = 0
${Object.entries(env)
  .map(([key, value]) => `env[${key}] = "${value}"`)
  .join('\n')}`,
  );
  writeFileSync(
    `${folder}/fpm.conf`,
    `[global]\nerror_log = ${folder}/fpm.log\ndaemonize = no\n${pools.join('\n')}\n`,
  );
  const locations = Object.entries(scripts).map(
    ([name, { file }]) => `location = /${name} {
  fastcgi_pass unix:${folder}/${name}.sock;
  fastcgi_param SCRIPT_FILENAME ${file};
  include /etc/nginx/fastcgi_params;
}`,
  );
  const fpm = await startProcess(
    fpmProgram(),
    ['-F', '-O', '-y', `${folder}/fpm.conf`, ...(isRoot ? ['-R'] : [])],
    { ready: /ready to handle connections/, env: common },
  );
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
