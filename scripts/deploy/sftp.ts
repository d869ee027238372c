import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import ssh2, { type SFTPWrapper } from 'ssh2';
import Client from 'ssh2-sftp-client';
import {
  type Connection,
  connectionBy,
  FILE_MODE,
  type Login,
  type Operator,
  passwordOf,
  unlessMissing,
} from './connection.ts';
import { CONNECTING, DeployError, messageOf } from './deployError.ts';
import type { Target } from './settings.ts';
import { fingerprintOf, requireTrust } from './trust.ts';

const PATIENCE = 60_000;
const ifThere = unlessMissing([2, 'ENOENT']);

export const loginBySftp: Login = async (target, operator) => {
  let secrets = await readSecrets(target, operator);
  const trusted = [...target.fingerprints];
  const open = async (): Promise<Connection> => {
    const { client, refused } = await tryToOpen(target, trusted, secrets);
    if (refused === undefined) return connectionOf(client);
    const what = `The key of ${target.host}`;
    // a public key begins with the length of its type and the type
    const about = refused.subarray(4, 4 + refused.readUInt32BE(0)).toString('latin1');
    await requireTrust({ what, about, fingerprint: fingerprintOf(refused) }, trusted, operator);
    return open();
  };
  return async () => {
    try {
      return await open();
    } catch (error) {
      const isByAgent = error instanceof LoginError && secrets.agent !== undefined;
      if (!isByAgent || operator.ask === undefined) throw error;
      operator.say(`ssh-agent has no key that ${target.host} accepts.`);
      secrets = { password: await passwordOf(target, operator) };
      return open();
    }
  };
};

class LoginError extends DeployError {}

interface Secrets {
  readonly privateKey?: string;
  readonly passphrase?: string;
  readonly agent?: string;
  readonly password?: string;
}

async function readSecrets(target: Target, operator: Operator): Promise<Secrets> {
  const { keyFile, agent, password } = target;
  if (keyFile !== undefined) return readKey(keyFile, target, operator.ask);
  if (password === undefined && agent !== undefined) return { agent };
  return { password: await passwordOf(target, operator) };
}

async function readKey(file: string, target: Target, ask: Operator['ask']): Promise<Secrets> {
  const privateKey = readFileSync(file, 'utf8');
  let { passphrase } = target;
  let key = ssh2.utils.parseKey(privateKey, passphrase);
  if (key instanceof Error && key.message.includes('no passphrase')) {
    passphrase = await ask?.secret(`Passphrase of ${file}`);
    if (passphrase === undefined) {
      throw new DeployError(`${file} has a passphrase: set DEPLOY_PASSPHRASE.`);
    }
    key = ssh2.utils.parseKey(privateKey, passphrase);
  }
  if (key instanceof Error) {
    throw new DeployError(
      `The key in ${file} cannot be read: ${key.message}. Check DEPLOY_PASSPHRASE, or the passphrase that you typed, and DEPLOY_KEY.`,
    );
  }
  if (key.isPrivateKey()) return { privateKey, ...(passphrase !== undefined && { passphrase }) };
  throw new DeployError(
    `DEPLOY_KEY names ${file}, which is no private key. The private key is usually the file without .pub.`,
  );
}

/** @returns the host's key as `refused`, if it is not trusted yet */
async function tryToOpen(target: Target, trusted: readonly string[], secrets: Secrets) {
  const { host, port, user } = target;
  let refused: Buffer | undefined;
  // without these, the library writes lost connections to the terminal
  const client = new Client('deploy', { error() {}, end() {}, close() {} });
  client.on('keyboard-interactive', (_name, _text, _language, prompts, finish) =>
    finish(prompts.map(() => secrets.password ?? '')),
  );
  // otherwise each request waits 40 ms for Nagle's algorithm
  const sock = connect({ host, port, noDelay: true });
  await once(sock, 'connect', { signal: AbortSignal.timeout(PATIENCE) });
  try {
    await client.connect({
      ...{ sock, username: user, ...secrets },
      tryKeyboard: secrets.password !== undefined,
      readyTimeout: PATIENCE,
      keepaliveInterval: 15_000,
      hostVerifier: (key: Buffer) => {
        const isTrusted = trusted.includes(fingerprintOf(key));
        if (!isTrusted) refused = key;
        return isTrusted;
      },
    });
  } catch (error) {
    if (refused !== undefined) return { client, refused };
    throw refusal(error, target);
  }
  return { client };
}

function refusal(error: unknown, { host, port, user }: Target): unknown {
  const said = messageOf(error);
  // a terminal that tmux kept names an agent that has ended
  if (/authentication methods failed|connect to agent/.test(said)) {
    return new LoginError(
      `${host} did not accept the key or the password of ${user}. Check the user in DEPLOY_URL, and DEPLOY_KEY or DEPLOY_PASSWORD.`,
    );
  }
  // an FTP server answers in another way
  return /handshake|identification|protocol/i.test(said)
    ? new DeployError(`${host}:${port} is no SFTP server: ${said}. ${CONNECTING}`)
    : error;
}

function connectionOf(client: Client): Connection {
  // the library's own mkdir() also succeeds if the folder is there
  const { sftp } = client as unknown as { sftp: SFTPWrapper };
  return connectionBy({
    isFolder: async (path) => (await ifThere(client.stat(path)))?.isDirectory ?? false,
    async list(folder) {
      const entries = (await ifThere(client.list(folder))) ?? [];
      return entries.map(({ type, name, size }) => ({ name, size, isFolder: type === 'd' }));
    },
    read: async (path) => (await ifThere(client.get(path))) as Buffer | undefined,
    async write(path, content, mode = FILE_MODE) {
      // not fastPut: it writes in no order, so that an incomplete file may have the full size
      await client.put(Buffer.from(content), path, { writeStreamOptions: { mode } });
    },
    // without OpenSSH's extension, a server does not replace files
    move: (from, to) => client.posixRename(from, to),
    moveSimply: (from, to) => client.rename(from, to),
    async remove(path) {
      await client.delete(path, true);
    },
    make: promisify(sftp.mkdir.bind(sftp) as Mkdir),
    setMode: (path, mode) => client.chmod(path, mode),
    removeAll: (folder) => client.rmdir(folder, true),
    close() {
      client.end().catch(() => {});
    },
  });
}

type Mkdir = (path: string, done: (error?: Error | null) => void) => void;
