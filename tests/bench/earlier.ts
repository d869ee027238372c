// npm run bench:earlier: how long a mail's search for earlier enquiries of the same person takes.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startDatabaseServer } from '../faults/support/databaseServer.ts';
import { judge } from './table.ts';

const SETTINGS = { SMTP_HOST: 'localhost', MAIL_FROM: 'a@example.com', MAIL_TO: 'b@example.com' };

const folder = mkdtempSync(`${tmpdir()}/bench-`);
const script = fileURLToPath(new URL('./earlier.php', import.meta.url));
const server = await startDatabaseServer();
try {
  const databases = { SQLite: {}, MariaDB: { DATABASE_URL: server.url } };
  const results = Object.entries(databases).map(([database, settings]) => {
    const env = { ...process.env, ...SETTINGS, ...settings, DATA_DIR: `${folder}/${database}` };
    const said = execFileSync('php', ['-d', 'max_execution_time=0', script], { env, encoding: 'utf8' });
    const [few, many]: [number, number] = JSON.parse(said);
    return { database, '12 rows, µs': few, '100,000 rows, µs': many, ratio: Number((many / few).toFixed(1)) };
  });
  console.table(results);
  judge(results.map(({ database, ratio }) => [`${database}: at most 10 x as long`, ratio <= 10]));
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
