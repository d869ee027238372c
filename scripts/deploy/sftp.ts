import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import ssh2, { type ConnectConfig, type SFTPWrapper } from 'ssh2';
import Client from 'ssh2-sftp-client';
import { type Connection, type Login, MODE, type Operator, PATIENCE, passwordOf, unlessMissing } from './connection.ts';
import { CONNECTING, DeployError, messageOf } from './deployError.ts';
import type { Target } from './settings.ts';
import { fingerprintOf, requireTrust } from './trust.ts';

const ifThere = unlessMissing([2, 'ENOENT']);

export const loginBySftp: Login = async (target, operator) => {
  const { host, port, user } = target;
  const trusted = [...target.fingerprints];
  let secrets = await readSecrets(target, operator);
  const open = async (): Promise<Connection> => {
    let untrusted: Buffer | undefined;
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
          if (!isTrusted) untrusted = key;
          return isTrusted;
        },
      });
      return connectionOf(client);
    } catch (error) {
      if (untrusted !== undefined) {
        // a public key begins with the length of its type and the type
        const type = untrusted.subarray(4, 4 + untrusted.readUInt32BE(0)).toString('latin1');
        const key = { what: `The key of ${host}`, about: type, proof: untrusted };
        await requireTrust(key, trusted, operator);
      } else if (isRefusal(error) && secrets.agent !== undefined && operator.ask !== undefined) {
        operator.say(`ssh-agent has no key that ${host} accepts.`);
        secrets = { password: await passwordOf(target, operator) };
      } else throw explained(error, target);
      return open();
    }
  };
  return open;
};

type Secrets = Pick<ConnectConfig, 'privateKey' | 'passphrase' | 'agent' | 'password'>;

async function readSecrets(target: Target, operator: Operator): Promise<Secrets> {
  const { keyFile, agent, password } = target;
  if (keyFile !== undefined) return readKey(keyFile, target, operator);
  if (password === undefined && agent !== undefined) return { agent };
  return { password: await passwordOf(target, operator) };
}

async function readKey(file: string, target: Target, { ask }: Operator): Promise<Secrets> {
  try {
    const privateKey = readFileSync(file, 'utf8');
    let { passphrase } = target;
    let key = ssh2.utils.parseKey(privateKey, passphrase);
    if (key instanceof Error && key.message.includes('no passphrase')) {
      passphrase = await ask?.secret(`Passphrase of ${file}`);
      key = ssh2.utils.parseKey(privateKey, passphrase);
    }
    if (key instanceof Error) throw key;
    if (!key.isPrivateKey()) throw new Error('It is a public key');
    return { privateKey, ...(passphrase !== undefined && { passphrase }) };
  } catch (error) {
    throw new DeployError(
      `The key in ${file} cannot be used: ${messageOf(error)}. DEPLOY_KEY must be the full path of a private key, without ~ and usually without .pub. Check DEPLOY_PASSPHRASE, or the passphrase that you typed.`,
    );
  }
}

/** Without a login, or without the agent that SSH_AUTH_SOCK names: tmux keeps the name of an old one. */
const isRefusal = (error: unknown) => /authentication methods failed|connect to agent/.test(messageOf(error));

function explained(error: unknown, { host, port, user }: Target): unknown {
  if (isRefusal(error)) {
    return new DeployError(
      `${host} did not accept the key or the password of ${user}. Check the user in DEPLOY_URL, and DEPLOY_KEY or DEPLOY_PASSWORD.`,
    );
  }
  const said = messageOf(error);
  // an FTP server answers in another way
  return /handshake|identification|protocol/i.test(said)
    ? new DeployError(`${host}:${port} is no SFTP server: ${said}. ${CONNECTING}`)
    : error;
}

type Mkdir = (path: string, done: (error?: Error | null) => void) => void;

function connectionOf(client: Client): Connection {
  // the library's own mkdir() also succeeds if the folder is there
  const { sftp } = client as unknown as { sftp: SFTPWrapper };
  return {
    isFolder: async (path) => (await ifThere(client.stat(path)))?.isDirectory ?? false,
    async list(folder) {
      const entries = (await ifThere(client.list(folder))) ?? [];
      return entries.map(({ type, name, size }) => ({ name, size, isFolder: type === 'd' }));
    },
    read: async (path) => (await ifThere(client.get(path))) as Buffer | undefined,
    async write(path, content, mode = MODE.file) {
      // not fastPut: it writes in no order, so that an incomplete file may have the full size
      await client.put(Buffer.from(content), path, { writeStreamOptions: { mode } });
    },
    // without OpenSSH's extension, a server does not replace files
    move: (from, to) => client.posixRename(from, to).catch(() => client.rename(from, to)),
    async remove(path) {
      await client.delete(path, true);
    },
    make: promisify(sftp.mkdir.bind(sftp) as Mkdir),
    setMode: (path, mode) => client.chmod(path, mode),
    removeAll: (folder) => client.rmdir(folder, true),
    close() {
      client.end().catch(() => {});
    },
  };
}
