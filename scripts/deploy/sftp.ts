import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { ServerHostKeyAlgorithm } from 'ssh2';
import Client from 'ssh2-sftp-client';
import { type Connection, claimBy, type Login, type Operator } from './connection.ts';
import { codeOf, DeployError, messageOf } from './deployError.ts';
import { fingerprintOf, keepKey, knownKeys, knownName, typeOf } from './hostKey.ts';
import type { Target } from './settings.ts';

const PATIENCE = 60_000;
const MISSING = [2, 'ENOENT'];

export const loginBySftp: Login = async (target, operator) => {
  const secrets = await readSecrets(target, operator);
  return async () => {
    const { client, refused } = await tryToOpen(target, operator, secrets);
    if (refused === undefined) return connectionOf(client);
    await decideAbout(refused, target, operator);
    const again = await tryToOpen(target, operator, secrets);
    if (again.refused !== undefined) {
      throw new DeployError(`${target.host} shows another key each time. Ask your host.`);
    }
    return connectionOf(again.client);
  };
};

interface Secrets {
  readonly privateKey?: string;
  readonly passphrase?: string;
  readonly agent?: string;
  readonly password?: string;
}

async function readSecrets(target: Target, { ask }: Operator): Promise<Secrets> {
  const { keyFile, agent } = target;
  if (keyFile !== undefined) return readKey(keyFile, target, ask);
  const password =
    target.password ??
    (agent === undefined
      ? await ask?.(`Password of ${target.user} at ${target.host}: `, true)
      : undefined);
  if (password === undefined && agent === undefined) {
    throw new DeployError(
      'There is no key and no password: set DEPLOY_KEY or DEPLOY_PASSWORD in .env or the environment, or start ssh-agent.',
    );
  }
  return { ...(agent && { agent }), ...(password && { password }) };
}

async function readKey(file: string, target: Target, ask: Operator['ask']): Promise<Secrets> {
  if (!existsSync(file)) {
    throw new DeployError(`DEPLOY_KEY names ${file}, and there is no such file.`);
  }
  const privateKey = readFileSync(file, 'utf8');
  if (!isEncrypted(privateKey)) return { privateKey };
  const passphrase = target.passphrase ?? (await ask?.(`Passphrase of ${file}: `, true));
  if (passphrase === undefined) {
    throw new DeployError(`${file} has a passphrase: set DEPLOY_PASSPHRASE.`);
  }
  return { privateKey, passphrase };
}

/** OpenSSH's own format names the cipher in its first bytes. */
const isEncrypted = (key: string) =>
  key.includes('ENCRYPTED') ||
  (key.includes('BEGIN OPENSSH') &&
    !Buffer.from(key.replaceAll(/-{5}[^-]*-{5}/g, ''), 'base64')
      .subarray(15, 23)
      .toString('latin1')
      .endsWith('none'));

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
  if (/authentication methods failed/.test(said)) {
    return new DeployError(
      `${host} did not accept the key or the password of ${user}. Check the user in DEPLOY_URL, and DEPLOY_KEY or DEPLOY_PASSWORD.`,
    );
  }
  if (/host key (?:algorithm|format)/i.test(said)) {
    return new DeployError(
      `${host} has no key of the kind in known_hosts. If your host confirms a new key, run: ssh-keygen -R "${knownName(host, port)}"`,
    );
  }
  return error;
}

/** RSA keys sign with newer hashes than their type says. */
const algorithmsFor = (type: string) =>
  (type === 'ssh-rsa'
    ? ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa']
    : [type]) as ServerHostKeyAlgorithm[];

async function decideAbout(key: Buffer, target: Target, { ask, say, knownHosts }: Operator) {
  const { host, port, fingerprint } = target;
  const name = knownName(host, port);
  const shown = `${typeOf(key)} ${fingerprintOf(key)}`;
  if (fingerprint !== undefined) {
    throw new DeployError(
      `The key of ${host} is ${shown}, and DEPLOY_FINGERPRINT is ${fingerprint}. If your host confirms the new key, correct the setting. If not, somebody may listen in.`,
    );
  }
  if (knownKeys(knownHosts, name).length > 0) {
    throw new DeployError(
      `The key of ${host} has changed: it is now ${shown}. If your host confirms the new key, run: ssh-keygen -R "${name}". If not, somebody may listen in.`,
    );
  }
  if (ask === undefined) {
    throw new DeployError(
      `The key of ${host} is not known: ${shown}. If it is the one that your host publishes, add this line to .env:\nDEPLOY_FINGERPRINT=${fingerprintOf(key)}`,
    );
  }
  say(`The key of ${host} is not known: ${shown}`);
  const answer = await ask(
    'Is it the one that your host publishes? Type yes to keep it in known_hosts: ',
    false,
  );
  if (answer.trim() !== 'yes') throw new DeployError('The key was not accepted.');
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
  return {
    async isFolder(path) {
      return (await unlessMissing(client.stat(path)))?.isDirectory ?? false;
    },
    async list(folder) {
      const entries = (await unlessMissing(client.list(folder))) ?? [];
      return entries.map(({ type, name, size, modifyTime }) => ({
        ...{ name, size, isFolder: type === 'd', time: modifyTime },
      }));
    },
    async read(path) {
      return (await unlessMissing(client.get(path))) as Buffer | undefined;
    },
    async write(path, content, mode = 0o644) {
      // not fastPut: it writes in no order, so that an incomplete file may have the full size
      await client.put(content, path, { writeStreamOptions: { mode } });
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
    async makeFolder(path) {
      await client.mkdir(path);
    },
    async removeFolder(path) {
      await client.rmdir(path, true);
    },
    claim: (path) =>
      claimBy(
        // x: fails if the file is there. The types lack it.
        () => client.put(Buffer.from(''), path, { writeStreamOptions: { flags: 'wx' as 'w' } }),
        async () => (await client.exists(path)) !== false,
      ),
    async unclaim(path) {
      if ((await client.exists(path)) === 'd') await client.rmdir(path);
      else await client.delete(path, true);
    },
    realPath: (path) => client.realPath(path),
    close() {
      client.end().catch(() => {});
    },
  };
}
