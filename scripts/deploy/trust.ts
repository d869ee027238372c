import { createHash } from 'node:crypto';
import { DeployError } from './deployError.ts';
import { keepSetting } from './endpointSettings.ts';
import type { Target } from './settings.ts';
import type { Operator, OwnSettings } from './surroundings.ts';

/** Of a key as ssh-keygen shows it, or of a certificate. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

/** Asks about the key or certificate of a new host, and keeps the answer. @throws {DeployError} unless it is trusted */
export async function requireTrust(
  what: string,
  proof: Buffer,
  target: Target,
  around: Operator & OwnSettings,
): Promise<void> {
  const trusted = target.fingerprints;
  const fingerprint = fingerprintOf(proof);
  if (trusted.includes(fingerprint)) return;
  const shown = `${what} has the fingerprint ${fingerprint}, and DEPLOY_FINGERPRINT is ${trusted.join(' ') || 'not set'}.`;
  if (around.ask === undefined || trusted.length > 0) {
    throw new DeployError(
      `${shown} If it is the one that your host publishes, set it in .env:\nDEPLOY_FINGERPRINT=${fingerprint}\nIf not, somebody may listen in.`,
    );
  }
  // on a line of its own, where a terminal does not break it
  around.output.say(`${what} has this fingerprint, and DEPLOY_FINGERPRINT is not set:\n${fingerprint}`);
  if (!(await around.ask.confirm('Is it the one that your host publishes?'))) {
    throw new DeployError(`The fingerprint ${fingerprint} was not accepted. Ask your host for the right one.`);
  }
  keepSetting(around, 'DEPLOY_FINGERPRINT', fingerprint);
  trusted.push(fingerprint);
}
