import { codeOf, DeployError } from './deployError.ts';
import type { Target } from './settings.ts';
import type { Operator, OwnSettings } from './surroundings.ts';

/** One connection to the host. It does one thing at a time. Paths are absolute. */
export interface Connection {
  isFolder(path: string): Promise<boolean>;
  /** Empty if there is no such folder. */
  list(folder: string): Promise<readonly { readonly name: string; readonly size: number }[]>;
  /** Undefined if there is no such file. */
  read(path: string): Promise<Buffer | undefined>;
  /** @param mode without one, everybody can read the file: PHP may run as another user */
  write(path: string, content: Buffer | string, mode?: number): Promise<unknown>;
  /** May fail if a file has the new name. */
  move(from: string, to: string): Promise<unknown>;
  remove(path: string): Promise<unknown>;
  /** Fails if the folder is there. */
  make(folder: string): Promise<unknown>;
  setMode(path: string, mode: number): Promise<unknown>;
  /** With its content. */
  removeAll(folder: string): Promise<unknown>;
  close(): unknown;
}

/** Asks for what is missing, and returns a function that opens connections. */
export type Login = (target: Target, around: Operator & OwnSettings) => Promise<() => Promise<Connection>>;

/** How long a server may take for an answer, in milliseconds. */
export const PATIENCE = 60_000;

/** @returns the password that is set or typed */
export async function passwordOf({ user, host, password }: Target, { ask }: Pick<Operator, 'ask'>) {
  const given = password ?? (await ask?.secret(`Password of ${user} at ${host}`));
  if (given !== undefined) return given;
  throw new DeployError(
    'There is no password: set DEPLOY_PASSWORD in .env or the environment. With SFTP, set DEPLOY_KEY or start ssh-agent instead.',
  );
}

/** @param said by the server */
export const notAccepted = ({ host, user, protocol }: Target, said: string): DeployError =>
  new DeployError(
    `${host} did not accept the key or the password of ${user} (${said}). Check the user in DEPLOY_URL, and DEPLOY_KEY or DEPLOY_PASSWORD, in .env or as you typed it.${protocol === 'ftp' ? ' If the server wants TLS, begin DEPLOY_URL with ftps://.' : ''}`,
  );

/** The host's umask would keep PHP out. */
export const MODE = { file: 0o644, folder: 0o755 } as const;

/** @param codes of errors that mean: there is no such file or folder */
export const unlessMissing =
  (codes: readonly unknown[]) =>
  <T>(asked: Promise<T>): Promise<T | undefined> =>
    asked.catch((error: unknown) => {
      if (codes.includes(codeOf(error))) return undefined;
      throw error;
    });
