import { once } from 'node:events';
import { connect } from 'node:net';
import type { Login } from './connection.ts';
import { DeployError } from './deployError.ts';
import { loginByFtp } from './ftp.ts';
import type { Target } from './settings.ts';
import { loginBySftp } from './sftp.ts';

/** In milliseconds. Some servers greet late, or not at all. */
const GREETING = 5_000;

export const login: Login = async (target, around) => {
  const { host, port, protocol } = target;
  const isSftp = protocol === 'sftp';
  const said = await greetingOf(target);
  if (isSftp && /^220[ -]/.test(said)) {
    throw new DeployError(
      `${host}:${port} speaks FTP, and DEPLOY_URL begins with sftp://. Begin it with ftps://, or give the port of SFTP, which usually is 22.`,
    );
  }
  if (!isSftp && said.startsWith('SSH-')) {
    throw new DeployError(
      `${host}:${port} speaks SFTP, and DEPLOY_URL begins with ${protocol}://. Begin it with sftp://, or give the port of FTP, which usually is 21.`,
    );
  }
  return (isSftp ? loginBySftp : loginByFtp)(target, around);
};

/** Empty without one: then the login says what is wrong. */
async function greetingOf({ host, port }: Target): Promise<string> {
  const socket = connect({ host, port });
  try {
    const [said] = await once(socket, 'data', { signal: AbortSignal.timeout(GREETING) });
    return String(said);
  } catch {
    return '';
  } finally {
    socket.destroy();
  }
}
