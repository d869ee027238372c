// npm run bench:earlier: how long a mail's search for earlier enquiries of the same person takes.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startDatabaseServer } from '../faults/support/databaseServer.ts';
import { judge } from './table.ts';

const FEW = 12;
const MANY = 100_000;

const folder = mkdtempSync(`${tmpdir()}/bench-`);
const script = fileURLToPath(new URL('./earlier.php', import.meta.url));

/** @returns microseconds */
function measure(rows: number, env: Record<string, string>): number {
  const settings = { SMTP_HOST: 'localhost', MAIL_FROM: 'a@example.com', MAIL_TO: 'b@example.com' };
  return Number(
    execFileSync('php', ['-d', 'max_execution_time=0', script, String(rows)], {
      env: { ...process.env, ...settings, ...env },
    }),
  );
}

const both = (database: string, envFor: (rows: number) => Record<string, string>) =>
  [database, measure(FEW, envFor(FEW)), measure(MANY, envFor(MANY))] as const;

const server = await startDatabaseServer();
try {
  const few = await server.createDatabase('few');
  const many = await server.createDatabase('many');
  const results = [
    both('SQLite', (rows) => ({ DATA_DIR: `${folder}/${rows}` })),
    both('MariaDB', (rows) => ({ DATABASE_URL: rows === FEW ? few : many, DATA_DIR: `${folder}/server` })),
  ];
  console.table(
    results.map(([database, few, many]) => ({
      database,
      [`${FEW} rows, µs`]: few,
      [`${MANY} rows, µs`]: many,
      ratio: (many / few).toFixed(1),
    })),
  );
  judge(results.map(([name, few, many]) => [`${name}: at most 10 x as long`, many / few <= 10]));
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
