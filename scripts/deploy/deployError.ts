/** An error that says what happened and what to do. It is shown without its stack. */
export class DeployError extends Error {}

/** Options that make no sense. */
export class UsageError extends DeployError {}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** Whether a TLS certificate was refused, by the code of Node's error. */
export const isCertificate = (error: unknown): boolean =>
  /CERT|SIGNATURE/.test(String(codeOf(error)));

/** A full disk looks like missing permissions on some servers. */
const REFUSED =
  'The folder may be read-only, the disk full or the quota used up. Check these in the host’s panel, then run npm run deploy again.';

/** By the code of an FTP answer, an SFTP status or an error of Node. */
const ADVICE = new Map<unknown, string>([
  ...[452, 552].map(
    (code) =>
      [
        code,
        'The disk is full or the quota is used up: free some space, then run npm run deploy again.',
      ] as const,
  ),
  // EACCES is 3 in SFTP
  ...[3, 'EACCES'].map(
    (code) =>
      [
        code,
        'The folder or file is read-only for this user: correct its permissions on the host.',
      ] as const,
  ),
  ...[550, 553, 4, 451].map((code) => [code, REFUSED] as const),
]);

/** Answers of a server that ends the connection. */
const LOST: readonly unknown[] = [421, 425, 426, 6, 7];

export function adviceFor(code: unknown): string {
  const isLost = typeof code !== 'number' || LOST.includes(code);
  return (
    ADVICE.get(code) ??
    (isLost
      ? 'The connection was lost. Run npm run deploy again: it goes on where it was.'
      : 'Ask your host what this answer means.')
  );
}

/** For an error before the first answer to a login. */
export const CONNECTING =
  'Check the host and the port in DEPLOY_URL, and whether the host can be reached. SFTP usually has port 22, FTP and FTPS have 21.';
