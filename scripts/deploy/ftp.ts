import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ConnectionOptions, TLSSocket } from 'node:tls';
import { Client, FTPError } from 'basic-ftp';
import {
  type Connection,
  connectionBy,
  FILE_MODE,
  type Login,
  type Operator,
  passwordOf,
  unlessMissing,
} from './connection.ts';
import { codeOf, DeployError, isCertificate, messageOf } from './deployError.ts';
import type { Target } from './settings.ts';
import { fingerprintOf, requireTrust } from './trust.ts';

const PATIENCE = 60_000;
/** Some servers answer 550 to a login without TLS. */
const NOT_LOGGED_IN = [530, 550];
const ifThere = unlessMissing([450, 550]);

export const loginByFtp: Login = async (target, operator) => {
  if (target.protocol === 'ftp') {
    operator.say(
      'Warning: ftp:// sends the password and the files unencrypted. Use ftps:// or sftp:// if your host offers it.',
    );
  }
  let trusted: ConnectionOptions = {};
  const password = await passwordOf(target, operator);
  const connect = async (): Promise<Connection> => {
    try {
      return connectionOf(await open(target, trusted, password));
    } catch (error) {
      if (codeOf(error) !== 'DEPTH_ZERO_SELF_SIGNED_CERT') throw refusal(error, target);
      trusted = await decideAbout(target, operator);
      return connect();
    }
  };
  return connect;
};

/** @param password without one, the client does not log in */
async function open(target: Target, trusted: ConnectionOptions, password?: string) {
  const { host, port, user, protocol } = target;
  const client = new Client(PATIENCE);
  try {
    await client.connect(host, port);
    if (protocol === 'ftps') {
      await client.useTLS({ host, ...trusted }).catch((error: unknown) => {
        throw withoutTls(error, target);
      });
    }
    if (password !== undefined) {
      await client.sendIgnoringError('OPTS UTF8 ON');
      await client.login(user, password);
      await client.useDefaultSettings();
    }
  } catch (error) {
    client.close();
    throw error;
  }
  return client;
}

/** @returns the options that trust the host's self-signed certificate, whatever name it has */
async function decideAbout(target: Target, operator: Operator): Promise<ConnectionOptions> {
  const client = await open(target, { rejectUnauthorized: false });
  const { raw, subject, valid_to, fingerprint256 } = (
    client.ftp.socket as TLSSocket
  ).getPeerCertificate();
  client.close();
  const about = `self-signed (${subject.CN}, until ${valid_to}, ${fingerprint256})`;
  const certificate = { what: `The certificate of ${target.host}`, about };
  const fingerprint = fingerprintOf(raw);
  await requireTrust({ ...certificate, fingerprint }, [...target.fingerprints], operator);
  const pem = `-----BEGIN CERTIFICATE-----\n${raw.toString('base64')}\n-----END CERTIFICATE-----`;
  return { ca: pem, checkServerIdentity: () => undefined };
}

function refusal(error: unknown, { host, user, protocol }: Target): unknown {
  const said = messageOf(error);
  if (isCertificate(error)) {
    return new DeployError(
      `The certificate of ${host} cannot be verified: ${said}. Use the name that the certificate has in DEPLOY_URL. If your host has a certificate authority of its own, set NODE_EXTRA_CA_CERTS in the environment to the file of its certificate.`,
    );
  }
  if (!NOT_LOGGED_IN.includes(codeOf(error) as number)) return error;
  const tls = protocol === 'ftp' ? ' If the server wants TLS, begin DEPLOY_URL with ftps://.' : '';
  return new DeployError(
    `${host} did not accept the password of ${user}: ${said} Check the user in DEPLOY_URL and the password: DEPLOY_PASSWORD in .env, or as you typed it.${tls}`,
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
  const isFolder = async (path: string) =>
    (await ifThere(client.cd(path === '' ? '/' : path))) !== undefined;
  const setMode = (path: string, mode: number) =>
    client.sendIgnoringError(`SITE CHMOD ${mode.toString(8)} ${path}`);
  const move = (from: string, to: string) => client.rename(from, to);
  return connectionBy({
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
    async write(path, content, mode = FILE_MODE) {
      await client.uploadFrom(Readable.from([Buffer.from(content)]), path);
      await setMode(path, mode);
    },
    ...{ move, moveSimply: move, setMode },
    async remove(path) {
      await client.remove(path, true);
    },
    make: (folder) => client.send(`MKD ${folder}`),
    async removeAll(folder) {
      await client.cd('/');
      await client.removeDir(folder);
    },
    close: () => client.close(),
  });
}
