import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ConnectionOptions, TLSSocket } from 'node:tls';
import { Client, FTPError } from 'basic-ftp';
import { type Connection, type Login, MODE, PATIENCE, passwordOf, unlessMissing } from './connection.ts';
import { codeOf, DeployError, messageOf } from './deployError.ts';
import type { Target } from './settings.ts';
import { requireTrust } from './trust.ts';

/** Some servers answer 550 to a login without TLS. */
const NOT_LOGGED_IN: readonly unknown[] = [530, 550];
const ifThere = unlessMissing([450, 550]);

export const loginByFtp: Login = async (target, operator) => {
  const { host, port, user, protocol } = target;
  if (protocol === 'ftp') {
    operator.say(
      'Warning: ftp:// sends the password and the files unencrypted. Use ftps:// or sftp:// if your host offers it.',
    );
  }
  const password = await passwordOf(target, operator);
  const trusted = [...target.fingerprints];
  // the certificate is verified below, before the password is sent
  let tls: ConnectionOptions = { host, rejectUnauthorized: false };
  const open = async (): Promise<Connection> => {
    const client = new Client(PATIENCE);
    try {
      await client.connect(host, port);
      if (protocol === 'ftps') {
        await client.useTLS(tls).catch((error: unknown) => {
          throw withoutTls(error, target);
        });
        const socket = client.ftp.socket as TLSSocket;
        if (!socket.authorized) {
          const { what, about, proof } = selfSigned(socket, host);
          await requireTrust({ what, about, proof }, trusted, operator);
          const ca = `-----BEGIN CERTIFICATE-----\n${proof.toString('base64')}\n-----END CERTIFICATE-----`;
          tls = { ca, checkServerIdentity: () => undefined };
          client.close();
          return await open();
        }
        // for the connections that transfer files
        client.ftp.tlsOptions = { ...tls, rejectUnauthorized: true };
      }
      await client.sendIgnoringError('OPTS UTF8 ON');
      await client.login(user, password);
      await client.useDefaultSettings();
    } catch (error) {
      client.close();
      throw NOT_LOGGED_IN.includes(codeOf(error)) ? notAccepted(error, target) : error;
    }
    return connectionOf(client);
  };
  return open;
};

/** @throws {DeployError} if the certificate is refused for another reason */
function selfSigned(socket: TLSSocket, host: string) {
  const { raw, subject, subjectaltname, valid_to, fingerprint256 } = socket.getPeerCertificate();
  const what = `The certificate of ${host}`;
  const reason = String(socket.authorizationError);
  const about = `self-signed (${subject.CN}, until ${valid_to}, ${fingerprint256})`;
  if (reason === 'DEPTH_ZERO_SELF_SIGNED_CERT') return { what, about, proof: raw };
  throw new DeployError(
    `${what} cannot be verified: ${reason}. It is for ${subjectaltname ?? subject.CN}, until ${valid_to}. Use the name that the certificate has in DEPLOY_URL. If your host has a certificate authority of its own, set NODE_EXTRA_CA_CERTS in the environment to the file of its certificate.`,
  );
}

function notAccepted(error: unknown, { host, user, protocol }: Target): DeployError {
  const tls = protocol === 'ftp' ? ' If the server wants TLS, begin DEPLOY_URL with ftps://.' : '';
  return new DeployError(
    `${host} did not accept the password of ${user}: ${messageOf(error)} Check the user in DEPLOY_URL and the password: DEPLOY_PASSWORD in .env, or as you typed it.${tls}`,
  );
}

/** @param error of the request for TLS */
const withoutTls = (error: unknown, { host, port }: Target): unknown =>
  error instanceof FTPError
    ? new DeployError(
        `${host}:${port} does not offer TLS: ${error.message} Check the port in DEPLOY_URL, and ask your host for FTPS (explicit TLS) or SFTP. Only ftp:// works without TLS; it sends the password unencrypted.`,
      )
    : error;

function connectionOf(client: Client): Connection {
  const isFolder = async (path: string) => (await ifThere(client.cd(path === '' ? '/' : path))) !== undefined;
  const setMode = (path: string, mode: number) => client.sendIgnoringError(`SITE CHMOD ${mode.toString(8)} ${path}`);
  return {
    isFolder,
    async list(folder) {
      // old servers list nothing instead of answering that the folder is missing
      if (!(await isFolder(folder))) return [];
      return (await client.list(folder))
        .filter(({ name }) => name !== '.' && name !== '..')
        .map(({ name, size, isDirectory }) => ({ name, size, isFolder: isDirectory }));
    },
    async read(path) {
      // some servers reset the data connection instead of answering that the file is missing
      if ((await ifThere(client.size(path))) === undefined) return undefined;
      const through = new PassThrough();
      const [content] = await Promise.all([buffer(through), client.downloadTo(through, path)]);
      return content;
    },
    async write(path, content, mode = MODE.file) {
      await client.uploadFrom(Readable.from([Buffer.from(content)]), path);
      await setMode(path, mode);
    },
    move: (from, to) => client.rename(from, to),
    setMode,
    async remove(path) {
      await client.remove(path, true);
    },
    make: (folder) => client.send(`MKD ${folder}`),
    async removeAll(folder) {
      await client.cd('/');
      await client.removeDir(folder);
    },
    close: () => client.close(),
  };
}
