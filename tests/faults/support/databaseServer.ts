import { execFile, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { startProcess } from '../../../scripts/processes.ts';

const PASSWORD = 'p@ss/w:rd';

/** The user of Debian's package: MariaDB refuses to run as root. */
const USER = 'mysql';

const FIRST_STATEMENTS = `
CREATE DATABASE IF NOT EXISTS enquiries;
CREATE USER IF NOT EXISTS website IDENTIFIED BY '${PASSWORD}';
GRANT ALL ON enquiries.* TO website;
`;

/** Runs statements, one JSON string a line, and prints their rows. */
const SESSION = `
$db = new PDO("mysql:unix_socket=$argv[1]", 'root', '');
while (($line = fgets(STDIN)) !== false) {
    $done = $db->query(json_decode($line));
    echo json_encode($done->columnCount() === 0 ? [] : $done->fetchAll(PDO::FETCH_ASSOC)), "\\n";
}`;

type DatabaseRow = Readonly<Record<string, string | number | null>>;

export async function startDatabaseServer() {
  const folder = mkdtempSync(`${tmpdir()}/database-`);
  const port = await getPort();
  const asUser: string[] = [];
  if (process.getuid?.() === 0) {
    const [uid, gid] = ['-u', '-g'].map((which) => Number(execFileSync('id', [which, USER], { encoding: 'utf8' })));
    chownSync(folder, uid ?? 0, gid ?? 0);
    asUser.push(`--reuid=${USER}`, `--regid=${USER}`, '--init-groups');
  }
  writeFileSync(`${folder}/first.sql`, FIRST_STATEMENTS);
  const folders = ['--no-defaults', `--datadir=${folder}/data`, `--tmpdir=${folder}`];
  // setpriv ends it together with this process
  const command = (args: readonly string[]) => ['--pdeathsig=KILL', ...asUser, '--', ...args];
  const prepare = [
    ...['/usr/bin/mariadb-install-db', ...folders],
    ...['--auth-root-authentication-method=normal', '--skip-test-db'],
  ];
  const serve = [
    // at its start it empties its temporary folder, which other servers may use
    ...['/usr/sbin/mariadbd', ...folders],
    ...['--bind-address=127.0.0.1', `--port=${port}`, `--socket=${folder}/s`],
    ...[`--pid-file=${folder}/pid`, `--init-file=${folder}/first.sql`, '--max-connections=200'],
    // no sync to the disk: no test here cuts the power
    ...['--innodb-flush-log-at-trx-commit=2', '--innodb-buffer-pool-size=32M'],
  ];

  await promisify(execFile)('setpriv', command(prepare), { cwd: folder });
  const start = () => startProcess('setpriv', command(serve), { ready: /ready for connections/ });
  let running = await start();

  const urlOf = (atPort: number, name: string) =>
    `mysql://website:${encodeURIComponent(PASSWORD)}@127.0.0.1:${atPort}/${name}`;

  /** A connection of root, which keeps its locks and transactions until it is ended. */
  const openSession = () => {
    const child = spawn('php', ['-r', SESSION, `${folder}/s`], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdin.on('error', () => undefined);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return {
      async run(sql: string): Promise<readonly DatabaseRow[]> {
        child.stdin.write(`${JSON.stringify(sql)}\n`);
        const { value, done } = await lines.next();
        if (done === true) throw new Error(`It failed: ${sql}`);
        return JSON.parse(value);
      },
      end: () => {
        child.stdin.end();
      },
    };
  };

  /** Runs one statement as root. */
  const run = async (sql: string) => {
    const session = openSession();
    try {
      return await session.run(sql);
    } finally {
      session.end();
    }
  };

  return {
    url: urlOf(port, 'enquiries'),
    port,
    openSession,
    run,
    /** @returns the URL of another database, for a test that shares the server */
    async createDatabase(name: string, atPort = port): Promise<string> {
      await run(`CREATE DATABASE ${name}`);
      await run(`GRANT ALL ON ${name}.* TO website`);
      return urlOf(atPort, name);
    },
    shutDown: () => running.stop('SIGTERM'),
    kill: () => running.stop('SIGKILL'),
    async startAgain(): Promise<void> {
      running = await start();
    },
    async stop(): Promise<void> {
      await running.stop('SIGKILL');
      rmSync(folder, { recursive: true });
    },
  };
}
