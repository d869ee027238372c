import { readdirSync, writeFileSync } from 'node:fs';
import { startProcess } from '../../scripts/processes.ts';

export const isRoot = process.getuid?.() === 0;

const program = () => {
  const [name] = readdirSync('/usr/sbin').filter((name) => /^php-fpm[\d.]*$/.test(name));
  if (name === undefined) throw new Error('php-fpm is missing: apt-get install -y php-fpm');
  return `/usr/sbin/${name}`;
};

interface Options {
  readonly user: string;
  /** The environment of each pool by name. */
  readonly pools: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly workers?: number;
  /** Lines for each pool. */
  readonly more?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Debian's php-fpm, with pools that listen at <folder>/<name>.sock. As in Debian, the web server gets PHP's log
 * lines. Lines that PHP logs after its answer are lost.
 */
export function startPhpFpm(folder: string, { user, pools, workers = 2, more = '', env }: Options) {
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
  return startProcess(program(), ['-F', '-O', '-y', `${folder}/fpm.conf`, ...(isRoot ? ['-R'] : [])], {
    ready: /ready to handle connections/,
    ...(env && { env }),
  });
}
