// @ts-check
import { readdirSync, writeFileSync } from 'node:fs';
import { startProcess } from '../../scripts/processes.ts';

/** Whether we are root, and so have to tell servers whom their workers are. */
export const isRoot = process.getuid?.() === 0;

const program = () => {
  const [name] = readdirSync('/usr/sbin').filter((name) => /^php-fpm[\d.]*$/.test(name));
  if (name === undefined) throw new Error('php-fpm is missing: apt-get install -y php-fpm');
  return `/usr/sbin/${name}`;
};

/**
 * Debian's php-fpm, with pools that listen at <folder>/<name>.sock. As there, what PHP logs goes to the
 * web server, and nowhere once a request has its answer.
 * @param {string} folder for sockets, logs and configuration
 * @param {object} options
 * @param {string} options.user whom root lets the workers be
 * @param {Record<string, Record<string, string>>} options.pools the environment of each, by name
 * @param {number} [options.workers] of each pool
 * @param {string} [options.more] lines for every pool
 * @param {NodeJS.ProcessEnv} [options.env] of php-fpm itself
 */
export function startPhpFpm(folder, { user, pools, workers = 2, more = '', env }) {
  const sections = Object.entries(pools).map(
    ([name, variables]) => `[${name}]
${isRoot ? `user = ${user}\ngroup = ${user}\n` : ''}listen = ${folder}/${name}.sock
listen.mode = 0666
listen.backlog = 1024
pm = static
pm.max_children = ${workers}
${more}
${Object.entries(variables)
  .map(([key, value]) => `env[${key}] = "${value}"`)
  .join('\n')}`,
  );
  writeFileSync(
    `${folder}/fpm.conf`,
    `[global]\nerror_log = ${folder}/fpm.log\ndaemonize = no\n${sections.join('\n')}\n`,
  );
  return startProcess(
    program(),
    ['-F', '-O', '-y', `${folder}/fpm.conf`, ...(isRoot ? ['-R'] : [])],
    {
      ready: /ready to handle connections/,
      ...(env && { env }),
    },
  );
}
