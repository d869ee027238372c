/** An error that says what happened and what to do. It is shown without its stack. */
export class DeployError extends Error {}

/** Options that make no sense. */
export class UsageError extends DeployError {
  readonly exitCode = 2;
}

/** The operator pressed Ctrl-C. */
export class StoppedError extends DeployError {
  readonly exitCode = 130;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Before the login. */
export const CONNECTING =
  'Check the host and the port in DEPLOY_URL: SFTP usually has port 22, FTP and FTPS have 21. Check also whether the host can be reached.';

/** With these answers of FTP and SFTP, a server ends the connection. */
const LOST = [421, 425, 426, 6, 7];

/** @param code of an FTP answer, an SFTP status or an error of Node */
export const adviceFor = (code: unknown): string =>
  code === 'EACCES' || (typeof code === 'number' && !LOST.includes(code))
    ? 'The folder or file may be read-only, the disk full or the quota used up. Check these in the host’s panel, or ask your host what this answer means. Then run npm run deploy again.'
    : 'The connection was lost. Run npm run deploy again: it goes on where it was.';
