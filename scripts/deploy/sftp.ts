import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import ssh2, { type ConnectConfig, type SFTPWrapper } from 'ssh2';
import Client from 'ssh2-sftp-client';
import { type Connection, type Login, MODE, notAccepted, PATIENCE, passwordOf, unlessMissing } from './connection.ts';
import { DeployError, messageOf } from './deployError.ts';
import type { Target } from './settings.ts';
import type { Operator } from './surroundings.ts';
import { fingerprintOf, requireTrust } from './trust.ts';

const ifThere = unlessMissing([2, 'ENOENT']);

export const loginBySftp: Login = async (target, around) => {
  const { host, port, user } = target;
  // the key of an unknown host is shown before a password is typed
  let secrets = target.fingerprints.length > 0 ? await readSecrets(target, around) : undefined;
  const open = async (): Promise<Connection> => {
    let untrusted: Buffer | undefined;
    // without these, the library writes lost connections to the terminal
    const client = new Client('deploy', { error() {}, end() {}, close() {} });
    client.on('keyboard-interactive', (_name, _text, _language, prompts, finish) =>
      finish(prompts.map(() => secrets?.password ?? '')),
    );
    // otherwise each request waits 40 ms for Nagle's algorithm
    const sock = connect({ host, port, noDelay: true });
    await once(sock, 'connect', { signal: AbortSignal.timeout(PATIENCE) });
    try {
      const sftp = await client.connect({
        ...{ sock, username: user, ...secrets },
        tryKeyboard: secrets?.password !== undefined,
        readyTimeout: PATIENCE,
        keepaliveInterval: 15_000,
        hostVerifier: (key: Buffer) => {
          const isTrusted = target.fingerprints.includes(fingerprintOf(key));
          if (!isTrusted) untrusted = key;
          return isTrusted;
        },
      });
      return connectionOf(client, sftp);
    } catch (error) {
      if (untrusted !== undefined) {
        await requireTrust(`The key of ${host}`, untrusted, target, around);
        secrets ??= await readSecrets(target, around);
      } else if (isRefusal(error) && secrets?.agent !== undefined && around.ask !== undefined) {
        around.output.say(`ssh-agent has no key that ${host} accepts.`);
        secrets = { password: await passwordOf(target, around) };
      } else throw isRefusal(error) ? notAccepted(target, messageOf(error)) : error;
      return open();
    }
  };
  return open;
};

type Secrets = Pick<ConnectConfig, 'privateKey' | 'passphrase' | 'agent' | 'password'>;

async function readSecrets(target: Target, around: Operator): Promise<Secrets> {
  const { keyFile, agent, password } = target;
  if (keyFile !== undefined) return readKey(keyFile, around);
  if (password === undefined && agent !== undefined) return { agent };
  return { password: await passwordOf(target, around) };
}

async function readKey(file: string, { ask }: Operator): Promise<Secrets> {
  try {
    const privateKey = readFileSync(file, 'utf8');
    let passphrase: string | undefined;
    let key = ssh2.utils.parseKey(privateKey);
    if (key instanceof Error && key.message.includes('no passphrase')) {
      passphrase = await ask?.secret(`Passphrase of ${file}`);
      key = ssh2.utils.parseKey(privateKey, passphrase);
    }
    if (key instanceof Error) throw key;
    if (!key.isPrivateKey()) throw new Error('It is a public key');
    return { privateKey, ...(passphrase !== undefined && { passphrase }) };
  } catch (error) {
    if (error instanceof DeployError) throw error;
    throw new DeployError(
      `The key in ${file} cannot be used: ${messageOf(error)}. DEPLOY_KEY must be the full path of a private key, without ~ and usually without .pub. If it has a passphrase, type it when the deployment asks, or start ssh-agent instead.`,
    );
  }
}

/** Without a login, or without the agent that SSH_AUTH_SOCK names: tmux keeps the name of an old one. */
const isRefusal = (error: unknown) => /authentication methods failed|connect to agent/.test(messageOf(error));

function connectionOf(client: Client, sftp: SFTPWrapper): Connection {
  return {
    isFolder: async (path) => (await ifThere(client.stat(path)))?.isDirectory ?? false,
    list: async (folder) => (await ifThere(client.list(folder))) ?? [],
    read: async (path) => (await ifThere(client.get(path))) as Buffer | undefined,
    // not fastPut: it writes in no order, so that an incomplete file may have the full size
    write: (path, content, mode = MODE.file) =>
      client.put(Buffer.from(content), path, { writeStreamOptions: { mode } }),
    // without OpenSSH's extension, a server does not replace files
    move: (from, to) => client.posixRename(from, to).catch(() => client.rename(from, to)),
    remove: (path) => client.delete(path, true),
    // the library's own mkdir() also succeeds if the folder is there
    make: (folder) =>
      new Promise((resolve, reject) => {
        sftp.mkdir(folder, (error) => (error ? reject(error) : resolve(undefined)));
      }),
    setMode: (path, mode) => client.chmod(path, mode),
    removeAll: (folder) => client.rmdir(folder, true),
    close: () => client.end().catch(() => {}),
  };
}
