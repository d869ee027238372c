import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { startProcess } from '../../../scripts/processes.ts';

const PASSWORD = 'p@ss/w:rd';

/** What is different between the two. */
interface Kind {
  /** Who runs it where root starts it, since both refuse to run as root: the user of Debian's package. */
  readonly user: string;
  readonly url: (port: number) => string;
  /** Makes what the first start needs. */
  readonly prepare: (folder: string) => readonly string[];
  readonly serve: (folder: string, port: number) => readonly string[];
  readonly ready: RegExp;
}

function postgresqlPrograms(): string {
  const [latest] = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a));
  return `/usr/lib/postgresql/${latest}/bin`;
}

const login = `website:${encodeURIComponent(PASSWORD)}`;

/** None waits for the disk: no test here cuts off the power. */
const KINDS = {
  MariaDB: {
    user: 'mysql',
    url: (port) => `mysql://${login}@127.0.0.1:${port}/enquiries`,
    prepare: (folder) => {
      const statements = [
        'CREATE DATABASE IF NOT EXISTS enquiries',
        `CREATE USER IF NOT EXISTS website IDENTIFIED BY '${PASSWORD}'`,
        'GRANT ALL ON enquiries.* TO website',
      ];
      writeFileSync(`${folder}/first.sql`, statements.map((one) => `${one};\n`).join(''));
      return [
        ...['/usr/bin/mariadb-install-db', '--no-defaults', `--datadir=${folder}/data`],
        ...['--auth-root-authentication-method=normal', '--skip-test-db', `--tmpdir=${folder}`],
      ];
    },
    serve: (folder, port) => [
      ...['/usr/sbin/mariadbd', '--no-defaults', `--datadir=${folder}/data`],
      // as it starts, it deletes what other servers may just have put into the usual one
      `--tmpdir=${folder}`,
      ...['--bind-address=127.0.0.1', `--port=${port}`, `--socket=${folder}/s`],
      ...[`--pid-file=${folder}/pid`, `--init-file=${folder}/first.sql`, '--max-connections=200'],
      ...['--innodb-flush-log-at-trx-commit=2', '--innodb-buffer-pool-size=32M'],
    ],
    ready: /ready for connections/,
  },
  PostgreSQL: {
    user: 'postgres',
    url: (port) => `pgsql://${login}@127.0.0.1:${port}/postgres`,
    prepare: (folder) => {
      writeFileSync(`${folder}/password`, PASSWORD);
      return [
        ...[`${postgresqlPrograms()}/initdb`, '-D', `${folder}/data`, '-U', 'website'],
        ...['-A', 'scram-sha-256', `--pwfile=${folder}/password`, '-E', 'UTF8'],
        ...['--no-locale', '--no-sync'],
      ];
    },
    serve: (folder, port) => [
      ...[`${postgresqlPrograms()}/postgres`, '-D', `${folder}/data`, '-c', `port=${port}`],
      ...['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`],
      ...['-c', 'fsync=off', '-c', 'max_connections=200'],
    ],
    ready: /ready to accept connections/,
  },
} satisfies Record<string, Kind>;

export type DatabaseKind = keyof typeof KINDS;

/** A private server in a temporary folder, on a port of its own. */
export async function startDatabaseServer(name: DatabaseKind) {
  const kind: Kind = KINDS[name];
  const folder = mkdtempSync(`${tmpdir()}/database-`);
  const port = await getPort();
  const asUser: string[] = [];
  if (process.getuid?.() === 0) {
    const [uid, gid] = ['-u', '-g'].map((which) =>
      Number(execFileSync('id', [which, kind.user], { encoding: 'utf8' })),
    );
    chownSync(folder, uid ?? 0, gid ?? 0);
    asUser.push(`--reuid=${kind.user}`, `--regid=${kind.user}`, '--init-groups');
  }
  // it dies with this process, however that ends
  const command = (args: readonly string[]) => ['--pdeathsig=KILL', ...asUser, '--', ...args];

  await promisify(execFile)('setpriv', command(kind.prepare(folder)), { cwd: folder });
  const start = () =>
    startProcess('setpriv', command(kind.serve(folder, port)), { ready: kind.ready });
  let running = await start();

  /** PostgreSQL has a process for each connection, in a group of its own. */
  const signal = (name: NodeJS.Signals) => {
    const send = (pid: number) => {
      try {
        process.kill(pid, name);
      } catch {
        // it has ended already
      }
    };
    send(running.pid);
    const { stdout } = spawnSync('pgrep', ['--parent', String(running.pid)], { encoding: 'utf8' });
    for (const pid of stdout.split('\n').filter(Boolean)) send(Number(pid));
  };

  return {
    url: kind.url(port),
    kill: () => running.stop('SIGKILL'),
    /** Hangs: its kernel takes connections and acknowledges bytes, and nothing is answered. */
    suspend: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async startAgain(): Promise<void> {
      running = await start();
    },
    async stop(): Promise<void> {
      signal('SIGCONT');
      // nothing in it is worth a good ending
      await running.stop('SIGKILL');
      rmSync(folder, { recursive: true });
    },
  };
}
