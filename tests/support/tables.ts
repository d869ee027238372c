import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../../scripts/environment.mjs';

const run = promisify(execFile);

/** The name of SQLite's file in DATA_DIR, which docs/operating.md promises. */
export const DATABASE = 'enquiries.sqlite';

/** Makes a change that no command makes. @param change see tests/php/tables.php */
export async function changeTables(env: NodeJS.ProcessEnv, ...change: string[]): Promise<string> {
  const options = { env: { ...process.env, ...env } };
  return (await run('php', [`${root}tests/php/tables.php`, ...change], options)).stdout;
}

/** Statements of the endpoint and of the worker. */
export const STATEMENTS = {
  storesEnquiry: /^INSERT INTO enquiry \(/,
  countsClient: /^INSERT INTO enquiry_rate /,
  claimsDelivery: /^UPDATE delivery SET lease = /,
  storesOutcome: /^UPDATE delivery SET state = CASE WHEN \? = 'sent' /,
};
