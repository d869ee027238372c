import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ConnectionOptions, TLSSocket } from 'node:tls';
import { Client, FTPError } from 'basic-ftp';
import { type Connection, type Login, MODE, notAccepted, PATIENCE, passwordOf, unlessMissing } from './connection.ts';
import { codeOf, DeployError, messageOf } from './deployError.ts';
import type { Target } from './settings.ts';
import { requireTrust } from './trust.ts';

/** Some servers answer 550 to a login without TLS. */
const NOT_LOGGED_IN: readonly unknown[] = [530, 550];
const ifThere = unlessMissing([450, 550]);

export const loginByFtp: Login = async (target, around) => {
  const { host, port, user, protocol } = target;
  if (protocol === 'ftp') {
    around.output.say(
      'Warning: ftp:// sends the password and the files unencrypted. Use ftps:// or sftp:// if your host offers it.',
    );
  }
  let password: string | undefined;
  // the certificate is verified below, before the password is asked for and sent
  let tls: ConnectionOptions = { host, rejectUnauthorized: false };
  const open = async (): Promise<Connection> => {
    const client = new Client(PATIENCE);
    try {
      await client.connect(host, port);
      if (protocol === 'ftps') {
        await client.useTLS(tls).catch((error: unknown) => withoutTls(error, target));
        const socket = client.ftp.socket as TLSSocket;
        if (!socket.authorized) {
          const { what, raw } = selfSigned(socket, host);
          await requireTrust(what, raw, target, around);
          const ca = `-----BEGIN CERTIFICATE-----\n${raw.toString('base64')}\n-----END CERTIFICATE-----`;
          tls = { ca, checkServerIdentity: () => undefined };
          client.close();
          return await open();
        }
        // for the connections that transfer files
        client.ftp.tlsOptions = { ...tls, rejectUnauthorized: true };
      }
      if (password === undefined) {
        client.close();
        password = await passwordOf(target, around);
        return await open();
      }
      await client.sendIgnoringError('OPTS UTF8 ON');
      await client.login(user, password);
      await client.useDefaultSettings();
    } catch (error) {
      client.close();
      throw NOT_LOGGED_IN.includes(codeOf(error)) ? notAccepted(target, messageOf(error)) : error;
    }
    return connectionOf(client);
  };
  return open;
};

/** @throws {DeployError} if the certificate is refused for another reason */
function selfSigned(socket: TLSSocket, host: string) {
  const { raw, subject, subjectaltname, valid_to, fingerprint256 } = socket.getPeerCertificate();
  const reason = String(socket.authorizationError);
  const what = `The certificate of ${host}, self-signed (${subject.CN}, until ${valid_to}, ${fingerprint256}),`;
  if (reason === 'DEPTH_ZERO_SELF_SIGNED_CERT') return { what, raw };
  throw new DeployError(
    `The certificate of ${host} cannot be verified: ${reason}. It is for ${subjectaltname ?? subject.CN}, until ${valid_to}. Use the name that the certificate has in DEPLOY_URL. If your host has a certificate authority of its own, set NODE_EXTRA_CA_CERTS in the environment to the file of its certificate.`,
  );
}

/** @param error of the request for TLS @throws it, explained */
function withoutTls(error: unknown, { host, port }: Target): never {
  if (!(error instanceof FTPError)) throw error;
  throw new DeployError(
    `${host}:${port} does not offer TLS: ${error.message} Check the port in DEPLOY_URL, and ask your host for FTPS (explicit TLS) or SFTP. Only ftp:// works without TLS; it sends the password unencrypted.`,
  );
}

function connectionOf(client: Client): Connection {
  const isFolder = async (path: string) => (await ifThere(client.cd(path === '' ? '/' : path))) !== undefined;
  const setMode = (path: string, mode: number) => client.sendIgnoringError(`SITE CHMOD ${mode.toString(8)} ${path}`);
  return {
    isFolder,
    async list(folder) {
      // old servers list nothing instead of answering that the folder is missing
      if (!(await isFolder(folder))) return [];
      return client.list(folder);
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
    remove: (path) => client.remove(path, true),
    make: (folder) => client.send(`MKD ${folder}`),
    async removeAll(folder) {
      await client.cd('/');
      await client.removeDir(folder);
    },
    close: () => client.close(),
  };
}
