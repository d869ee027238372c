import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { DeployError } from './deployError.ts';

const NEEDED = ['SMTP_HOST', 'MAIL_FROM', 'MAIL_TO'];
/** Settings of the build, of this computer, and of another data folder. */
const NOT_FOR_HOST = /^(?:DEPLOY_\w+|IDENTITY|PORT)$/;

/** @throws {DeployError} that names what `endpointSettings` needs */
export function requireSettings(variables: Record<string, string | undefined>): void {
  const missing = NEEDED.filter((key) => !variables[key]);
  if (missing.length === 0) return;
  throw new DeployError(
    `Fill in ${missing.join(', ')} in the repository's .env first: --first copies the endpoint's settings to the host.`,
  );
}

/** The first `.env` of the host: .env.example with the values of the repository's .env. */
export const endpointSettings = (
  example: string,
  variables: Record<string, string | undefined>,
): string =>
  example
    .replace(/^# --- The host.*\n(?:(?!# --- ).*\n)*/m, '')
    .replaceAll(/^([A-Z][A-Z0-9_]*)=.*$/gm, (line, key: string) => {
      const value = variables[key];
      return value === undefined || NOT_FOR_HOST.test(key) ? line : `${key}=${quoted(value)}`;
    });

const quoted = (value: string) =>
  /^[\w@.,:/+=-]*$/.test(value)
    ? value
    : value.includes("'")
      ? `"${value.replaceAll(/["\\]/g, '\\$&')}"`
      : `'${value}'`;

/** The token of .env, or a new one that is added to it. */
export function tokenOf(
  file: string,
  variables: Record<string, string | undefined>,
  say: (line: string) => void,
): string {
  const known = variables['HEALTH_TOKEN'];
  if (known) return known;
  const token = randomBytes(32).toString('hex');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  appendFileSync(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}HEALTH_TOKEN=${token}\n`, {
    mode: 0o600,
  });
  if (parseEnv(readFileSync(file, 'utf8'))['HEALTH_TOKEN'] !== token) {
    throw new DeployError(`Correct ${file}: the last line, HEALTH_TOKEN, cannot be read.`);
  }
  say(`A new HEALTH_TOKEN was added to ${file}.`);
  return token;
}
