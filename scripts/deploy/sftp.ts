import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import ssh2, { type ServerHostKeyAlgorithm, type SFTPWrapper } from 'ssh2';
import Client from 'ssh2-sftp-client';
import { type Connection, type Login, MODES, madeBy, type Operator } from './connection.ts';
import { CONNECTING, codeOf, DeployError, messageOf } from './deployError.ts';
import type { Target } from './settings.ts';
import { fingerprintOf, keepKey, knownKeys, knownName, requireTrust, typeOf } from './trust.ts';

const PATIENCE = 60_000;
const MISSING = [2, 'ENOENT'];

export const loginBySftp: Login = async (target, operator) => {
  let secrets = await readSecrets(target, operator);
  const open = async (): Promise<Connection> => {
    const { client, refused } = await tryToOpen(target, operator, secrets);
    if (refused === undefined) return connectionOf(client);
    await decideAbout(refused, target, operator);
    return open();
  };
  return async () => {
    try {
      return await open();
    } catch (error) {
      const isByAgent = error instanceof LoginError && secrets.agent !== undefined;
      if (!isByAgent || operator.ask === undefined) throw error;
      operator.say(`ssh-agent has no key that ${target.host} accepts.`);
      secrets = { password: await operator.ask.secret(passwordOf(target)) };
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

const passwordOf = ({ user, host }: Target) => `Password of ${user} at ${host}`;

async function readSecrets(target: Target, { ask }: Operator): Promise<Secrets> {
  const { keyFile, agent } = target;
  if (keyFile !== undefined) return readKey(keyFile, target, ask);
  if (target.password !== undefined) return { password: target.password };
  if (agent !== undefined) return { agent };
  const password = await ask?.secret(passwordOf(target));
  if (password !== undefined) return { password };
  throw new DeployError(
    'There is no key and no password: set DEPLOY_KEY or DEPLOY_PASSWORD in .env or the environment, or start ssh-agent.',
  );
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
async function tryToOpen(target: Target, operator: Operator, secrets: Secrets) {
  const { host, port, user, fingerprint } = target;
  const known = knownKeys(operator.knownHosts, knownName(host, port));
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
      ...(known.length > 0 &&
        fingerprint === undefined && {
          algorithms: { serverHostKey: known.flatMap((key) => algorithmsFor(typeOf(key))) },
        }),
      hostVerifier: (key: Buffer) => {
        const isTrusted =
          fingerprint === undefined
            ? known.some((other) => other.equals(key))
            : fingerprintOf(key) === fingerprint;
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
  if (/host key (?:algorithm|format)/i.test(said)) {
    return new DeployError(
      `${host} has no key of the kind in known_hosts. If your host confirms a new key, run: ssh-keygen -R "${knownName(host, port)}"`,
    );
  }
  // an FTP server answers in another way
  return /handshake|identification|protocol/i.test(said)
    ? new DeployError(`${host}:${port} is no SFTP server: ${said}. ${CONNECTING}`)
    : error;
}

/** RSA keys sign with newer hashes than their type says. */
const algorithmsFor = (type: string) =>
  (type === 'ssh-rsa'
    ? ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa']
    : [type]) as ServerHostKeyAlgorithm[];

async function decideAbout(key: Buffer, target: Target, operator: Operator) {
  const { host, port, fingerprint: expected } = target;
  const { knownHosts } = operator;
  const name = knownName(host, port);
  const what = `The key of ${host}`;
  const [about, fingerprint] = [typeOf(key), fingerprintOf(key)];
  if (expected === undefined && knownKeys(knownHosts, name).length > 0) {
    throw new DeployError(
      `${what} has changed: it is now ${about} ${fingerprint}. If your host confirms the new key, run: ssh-keygen -R "${name}". If not, somebody may listen in.`,
    );
  }
  await requireTrust({ what, fingerprint, about }, expected, operator);
  keepKey(knownHosts, name, key);
}

function connectionOf(client: Client): Connection {
  const unlessMissing = async <T>(asked: Promise<T>): Promise<T | undefined> => {
    try {
      return await asked;
    } catch (error) {
      if (MISSING.includes(codeOf(error) as number)) return undefined;
      throw error;
    }
  };
  const isFolder = async (path: string) =>
    (await unlessMissing(client.stat(path)))?.isDirectory ?? false;
  return {
    isFolder,
    async list(folder) {
      const entries = (await unlessMissing(client.list(folder))) ?? [];
      return entries.map(({ type, name, size }) => ({ name, size, isFolder: type === 'd' }));
    },
    async read(path) {
      return (await unlessMissing(client.get(path))) as Buffer | undefined;
    },
    async write(path, content, mode = MODES.file) {
      // not fastPut: it writes in no order, so that an incomplete file may have the full size
      await client.put(Buffer.from(content), path, { writeStreamOptions: { mode } });
    },
    async rename(from, to) {
      try {
        await client.posixRename(from, to);
      } catch {
        // a server without OpenSSH's extension
        await client.delete(to, true);
        await client.rename(from, to);
      }
    },
    async remove(path) {
      await client.delete(path, true);
    },
    async makeFolder(path, mode = MODES.folder) {
      // the library's own mkdir() also succeeds if the folder is there
      const { sftp } = client as unknown as { sftp: SFTPWrapper };
      const isMade = await madeBy(
        () => promisify(sftp.mkdir.bind(sftp) as Mkdir)(path),
        () => isFolder(path),
      );
      if (isMade) await client.chmod(path, mode);
      return isMade;
    },
    async removeFolder(path) {
      if (await isFolder(path)) await client.rmdir(path, true);
    },
    close() {
      client.end().catch(() => {});
    },
  };
}

type Mkdir = (path: string, done: (error?: Error | null) => void) => void;
