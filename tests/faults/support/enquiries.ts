import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../../../scripts/environment.mjs';
import { endpointEnvironment } from '../../../scripts/mailSide.ts';

const LARGEST = 100_000_000;

async function say(env: NodeJS.ProcessEnv, ...command: string[]): Promise<string> {
  const options = { env: { ...process.env, ...env }, maxBuffer: LARGEST };
  return (await promisify(execFile)('php', [`${root}server/console`, ...command], options)).stdout;
}

/** Reads the enquiries of an installation from `export --csv`. */
export async function enquiriesIn(env: NodeJS.ProcessEnv) {
  const rows = await say(env, 'export', '--csv');
  return [...rows.matchAll(/^"(?<reference>[0-9A-Z]{5}-[0-9A-Z]{5})";"[^"]*";"[^"]*";"(?<state>\w+)"/gm)].map(
    ({ groups: { reference = '', state = '' } = {} }) => ({ reference, state }),
  );
}

/** @param file a backup, or a copy of the database. It is restored beside itself. */
export async function referencesIn(file: string): Promise<string[]> {
  const env = endpointEnvironment(1, `${file}-restored`);
  await say(env, 'restore', file);
  return (await enquiriesIn(env)).map(({ reference }) => reference);
}
