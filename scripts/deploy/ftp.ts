import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path/posix';
import { Readable, Writable } from 'node:stream';
import { Client, FTPError } from 'basic-ftp';
import { type Connection, claimBy, type Entry, type Login } from './connection.ts';
import { codeOf, DeployError, messageOf } from './deployError.ts';
import type { Target } from './settings.ts';

const PATIENCE = 60_000;

export const loginByFtp: Login = async (target, { ask, say }) => {
  if (target.protocol === 'ftp') {
    say(
      'Warning: ftp:// sends the password and the files unencrypted. Use ftps:// or sftp:// if your host offers it.',
    );
  }
  const password =
    target.password ?? (await ask?.(`Password of ${target.user} at ${target.host}: `, true));
  if (password === undefined) {
    throw new DeployError('There is no password: set DEPLOY_PASSWORD in .env or the environment.');
  }
  return async () => connectionOf(await open(target, password));
};

async function open(target: Target, password: string): Promise<Client> {
  const { host, port, user, protocol, caFile } = target;
  const client = new Client(PATIENCE);
  try {
    await client.access({
      ...{ host, port, user, password },
      secure: protocol === 'ftps',
      ...(caFile !== undefined && { secureOptions: { ca: readFileSync(caFile) } }),
    });
  } catch (error) {
    client.close();
    if (error instanceof FTPError || isOfNetwork(error)) throw error;
    throw new DeployError(
      `The certificate of ${host} cannot be verified: ${messageOf(error)}. Use the name that the certificate has in DEPLOY_URL, or DEPLOY_CA_FILE for a certificate authority of your own.`,
    );
  }
  return client;
}

const isOfNetwork = (error: unknown) =>
  [
    'ENOTFOUND',
    'EAI_AGAIN',
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ETIMEDOUT',
  ].includes(String(codeOf(error))) || codeOf(error) === undefined;

function connectionOf(client: Client): Connection {
  const unlessMissing = async <T>(asked: Promise<T>): Promise<T | undefined> => {
    try {
      return await asked;
    } catch (error) {
      if (codeOf(error) === 550 || codeOf(error) === 450) return undefined;
      throw error;
    }
  };
  const timeOf = async (path: string) =>
    (await unlessMissing(client.lastMod(path)))?.getTime() ?? 0;
  const isFolder = async (path: string) =>
    (await unlessMissing(client.cd(path === '' ? '/' : path))) !== undefined;
  return {
    isFolder,
    async list(folder, withTimes = false) {
      const entries: Entry[] = [];
      // old servers list nothing instead of answering that the folder is missing
      if (!(await isFolder(folder))) return entries;
      for (const file of await client.list(folder)) {
        const { name, size, isDirectory, modifiedAt } = file;
        if (name === '.' || name === '..') continue;
        const time =
          modifiedAt?.getTime() ??
          (withTimes && file.isFile ? await timeOf(`${folder}/${name}`) : 0);
        entries.push({ name, size, isFolder: isDirectory, time });
      }
      return entries;
    },
    async read(path) {
      // some servers reset the data connection instead of answering that the file is missing
      if ((await unlessMissing(client.size(path))) === undefined) return undefined;
      const chunks: Buffer[] = [];
      const collect = new Writable({
        write(chunk: Buffer, _encoding, done) {
          chunks.push(chunk);
          done();
        },
      });
      await client.downloadTo(collect, path);
      return Buffer.concat(chunks);
    },
    async write(path, content, mode) {
      await client.uploadFrom(Readable.from([content]), path);
      if (mode !== undefined) {
        await client.sendIgnoringError(`SITE CHMOD ${mode.toString(8)} ${path}`);
      }
    },
    async rename(from, to) {
      try {
        await client.rename(from, to);
      } catch (error) {
        if (!(error instanceof FTPError)) throw error;
        // a server that does not replace files
        await client.remove(to, true);
        await client.rename(from, to);
      }
    },
    async remove(path) {
      await client.remove(path, true);
    },
    async makeFolder(path) {
      await client.sendIgnoringError(`MKD ${path}`);
    },
    async removeFolder(path) {
      await client.removeDir(path);
      await client.cd('/');
    },
    claim: (path) =>
      claimBy(
        () => client.send(`MKD ${path}`),
        async () => (await client.list(dirname(path))).some(({ name }) => name === basename(path)),
      ),
    async unclaim(path) {
      if (await isFolder(path)) {
        await client.cd('/');
        await client.removeEmptyDir(path);
      } else await client.remove(path, true);
    },
    realPath: async (path) => path,
    close: () => client.close(),
  };
}
