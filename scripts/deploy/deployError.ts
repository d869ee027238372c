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

/** Before the login. */
export const CONNECTING =
  'Check the host and the port in DEPLOY_URL, and whether the host can be reached. SFTP usually has port 22, FTP and FTPS have 21.';

/** @param code of an FTP answer, an SFTP status or an error of Node */
export function adviceFor(code: unknown): string {
  switch (code) {
    case 452:
    case 552:
      return 'The disk is full or the quota is used up: free some space, then run npm run deploy again.';
    // EACCES is 3 in SFTP
    case 3:
    case 'EACCES':
      return 'The folder or file is read-only for this user: correct its permissions on the host.';
    // a full disk looks like missing permissions on some servers
    case 550:
    case 553:
    case 4:
    case 451:
      return 'The folder may be read-only, the disk full or the quota used up. Check these in the host’s panel, then run npm run deploy again.';
    default:
      // a server answers with these numbers before it ends the connection
      return typeof code === 'number' && ![421, 425, 426, 6, 7].includes(code)
        ? 'Ask your host what this answer means.'
        : 'The connection was lost. Run npm run deploy again: it goes on where it was.';
  }
}
