/** An error that says what happened and what to do. It is shown without its stack. */
export class DeployError extends Error {}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** @param reason what the host answered @param code of an FTP answer, an SFTP status or a network error */
export function adviceFor(code: unknown): string {
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ECONNREFUSED':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
      return 'Check the host and the port in DEPLOY_URL, and whether the host can be reached.';
    case 530:
      return 'Check the user in DEPLOY_URL and the password: DEPLOY_PASSWORD in .env, or as you typed it.';
    case 452:
    case 552:
      return 'The disk is full or the quota is used up: free some space, then run npm run deploy again.';
    // EACCES is 3 in SFTP
    case 3:
    case 'EACCES':
      return 'The folder or file is read-only for this user: correct its permissions on the host.';
    case 550:
    case 553:
    case 4:
    case 451:
      return 'The folder may be read-only, the disk full or the quota used up. Check these in the host’s panel, then run npm run deploy again.';
    default:
      return 'Run npm run deploy again: it goes on where it was.';
  }
}
