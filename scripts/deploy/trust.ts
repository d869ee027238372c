import { createHash } from 'node:crypto';
import type { Operator } from './connection.ts';
import { DeployError } from './deployError.ts';

/** Of a key as ssh-keygen shows it, or of a certificate. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

/**
 * Asks about the first key or certificate of a host, and keeps the answer as DEPLOY_FINGERPRINT.
 * @param trusted DEPLOY_FINGERPRINT; gets the fingerprint that the operator accepts
 * @throws {DeployError} unless it is trusted
 */
export async function requireTrust(
  { what, about, proof }: { what: string; about: string; proof: Buffer },
  trusted: string[],
  { ask, say, keep }: Operator,
): Promise<void> {
  const fingerprint = fingerprintOf(proof);
  if (trusted.includes(fingerprint)) return;
  const shown = `${what} is ${about} ${fingerprint}`;
  if (trusted.length > 0) {
    throw new DeployError(
      `${shown}, and DEPLOY_FINGERPRINT is ${trusted.join(' ')}. If you deploy to another host, or your host confirms the new one, correct the setting in .env. If not, somebody may listen in.`,
    );
  }
  if (ask === undefined) {
    throw new DeployError(
      `${shown}, which is not known. If it is the one that your host publishes, add this line to .env:\nDEPLOY_FINGERPRINT=${fingerprint}`,
    );
  }
  say(`${shown}, which is not known.`);
  if (!(await ask.confirm('Is it the one that your host publishes?'))) {
    throw new DeployError(`${what} was not accepted. Ask your host for the right one.`);
  }
  keep('DEPLOY_FINGERPRINT', fingerprint);
  trusted.push(fingerprint);
}
