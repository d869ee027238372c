// @ts-check
// npm run bench:earlier: how long a mail's search for earlier enquiries of the same person takes.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startDatabaseServer } from '../faults/support/databaseServer.ts';
import { judge } from './table.mjs';

const FEW = 12;
const MANY = 100_000;

const folder = mkdtempSync(`${tmpdir()}/bench-`);
const script = fileURLToPath(new URL('./earlier.php', import.meta.url));

/** @param {number} rows @param {Record<string, string>} env @returns microseconds */
function measure(rows, env) {
  const settings = { SMTP_HOST: 'localhost', MAIL_FROM: 'a@example.com', MAIL_TO: 'b@example.com' };
  const options = {
    encoding: /** @type {const} */ ('utf8'),
    env: { ...process.env, ...settings, ...env },
  };
  return Number(execFileSync('php', ['-d', 'max_execution_time=0', script, String(rows)], options));
}

const server = await startDatabaseServer();
try {
  /** @type {[string, number, number][]} */
  const results = [
    ['SQLite', ...both((rows) => ({ DATA_DIR: `${folder}/${rows}` }))],
    ['MariaDB', ...(await bothOnServer())],
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

/** @param {(rows: number) => Record<string, string>} env @returns {[number, number]} */
function both(env) {
  return [measure(FEW, env(FEW)), measure(MANY, env(MANY))];
}

async function bothOnServer() {
  const few = await server.createDatabase('few');
  const many = await server.createDatabase('many');
  return both((rows) => ({
    DATABASE_URL: rows === FEW ? few : many,
    DATA_DIR: `${folder}/server`,
  }));
}
