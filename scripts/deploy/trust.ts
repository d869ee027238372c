import { createHash, createHmac } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Operator } from './connection.ts';
import { DeployError } from './deployError.ts';

/** Of a key as ssh-keygen shows it, or of a certificate. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

/**
 * Asks about a key or a certificate that is not known.
 * @param expected DEPLOY_FINGERPRINT
 * @throws {DeployError} unless it is trusted
 */
export async function requireTrust(
  { what, fingerprint, about }: { what: string; fingerprint: string; about: string },
  expected: string | undefined,
  { ask, say }: Operator,
): Promise<void> {
  if (fingerprint === expected) return;
  const shown = `${what} is ${about} ${fingerprint}`;
  if (expected !== undefined) {
    throw new DeployError(
      `${shown}, and DEPLOY_FINGERPRINT is ${expected}. If your host confirms the new one, correct the setting. If not, somebody may listen in.`,
    );
  }
  const line = `DEPLOY_FINGERPRINT=${fingerprint}`;
  if (ask === undefined) {
    throw new DeployError(
      `${shown}, which is not known. If it is the one that your host publishes, add this line to .env:\n${line}`,
    );
  }
  say(`${shown}, which is not known.`);
  if (!(await ask.confirm('Is it the one that your host publishes?'))) {
    throw new DeployError(`${what} was not accepted. Ask your host for the right one.`);
  }
}

/** The name of a host in known_hosts. */
export const knownName = (host: string, port: number): string =>
  port === 22 ? host : `[${host}]:${port}`;

/** A public key begins with the length of its type and the type. */
export const typeOf = (key: Buffer): string =>
  key.subarray(4, 4 + key.readUInt32BE(0)).toString('latin1');

/** The keys that known_hosts has for this host. */
export function knownKeys(file: string, name: string): readonly Buffer[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([names = '', , key]) => key !== undefined && isNamed(names, name))
    .map(([, , key = '']) => Buffer.from(key, 'base64'));
}

export function keepKey(file: string, name: string, key: Buffer): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const isCut = existsSync(file) && /[^\n]$/.test(readFileSync(file, 'utf8'));
  appendFileSync(file, `${isCut ? '\n' : ''}${name} ${typeOf(key)} ${key.toString('base64')}\n`, {
    mode: 0o600,
  });
}

/** Names are plain, with commas between them, or one name is hashed: |1|salt|hash. */
function isNamed(names: string, name: string): boolean {
  const [, version, salt, hash] = names.split('|');
  if (version !== '1' || salt === undefined) return names.split(',').includes(name);
  return createHmac('sha1', Buffer.from(salt, 'base64')).update(name).digest('base64') === hash;
}
