import { codeOf, DeployError } from './deployError.ts';
import type { Target } from './settings.ts';

export interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly size: number;
}

/** One connection to the host. It does one thing at a time. Paths are absolute. */
export interface Connection {
  isFolder(path: string): Promise<boolean>;
  /** Empty if there is no such folder. */
  list(folder: string): Promise<readonly Entry[]>;
  /** Undefined if there is no such file. */
  read(path: string): Promise<Buffer | undefined>;
  /** @param mode without one, everybody can read the file */
  write(path: string, content: Buffer | string, mode?: number): Promise<void>;
  /** Replaces a file that has the new name. */
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** @returns whether this call made it, which only one of several callers can do */
  makeFolder(path: string, mode?: number): Promise<boolean>;
  /** With its content, if it is there. */
  removeFolder(path: string): Promise<void>;
  close(): void;
}

/** What opening a connection may ask of the operator and tell them. */
export interface Operator {
  say(line: string): void;
  /** Undefined if nobody is there to answer. */
  readonly ask: Questions | undefined;
  /** Adds a setting to the repository's .env. */
  keep(name: string, value: string): void;
}

interface Questions {
  secret(question: string): Promise<string>;
  confirm(question: string): Promise<boolean>;
}

/** Asks for what is missing, and returns a function that opens connections. */
export type Login = (target: Target, operator: Operator) => Promise<() => Promise<Connection>>;

/** How long a server may take for an answer, in milliseconds. */
export const PATIENCE = 60_000;

/** @returns the password that is set or typed */
export async function passwordOf({ user, host, password }: Target, { ask }: Operator) {
  const given = password ?? (await ask?.secret(`Password of ${user} at ${host}`));
  if (given !== undefined) return given;
  throw new DeployError(
    'There is no password: set DEPLOY_PASSWORD in .env or the environment. With SFTP, set DEPLOY_KEY or start ssh-agent instead.',
  );
}

/** PHP may run as another user. The host's umask would keep it out. */
export const FILE_MODE = 0o644;
const FOLDER_MODE = 0o755;

/** @param codes of errors that mean: there is no such file or folder */
export const unlessMissing =
  (codes: readonly unknown[]) =>
  async <T>(asked: Promise<T>): Promise<T | undefined> => {
    try {
      return await asked;
    } catch (error) {
      if (codes.includes(codeOf(error))) return undefined;
      throw error;
    }
  };

/** The operations that SFTP and FTP do differently. */
interface Requests extends Omit<Connection, 'rename' | 'makeFolder' | 'removeFolder'> {
  /** May fail if a file has the new name. */
  move(from: string, to: string): Promise<unknown>;
  /** Fails if the folder is there. */
  make(folder: string): Promise<unknown>;
  setMode(path: string, mode: number): Promise<unknown>;
  removeAll(folder: string): Promise<unknown>;
}

export const connectionBy = (requests: Requests): Connection => ({
  ...requests,
  async makeFolder(path, mode = FOLDER_MODE) {
    for (let isRetry = false; ; isRetry = true) {
      try {
        await requests.make(path);
        break;
      } catch (error) {
        if (await requests.isFolder(path)) return false;
        // another deployment may have removed it between the two requests
        if (isRetry) throw error;
      }
    }
    await requests.setMode(path, mode);
    return true;
  },
  async rename(from, to) {
    try {
      await requests.move(from, to);
    } catch {
      // a server that does not replace files
      await requests.remove(to);
      await requests.move(from, to);
    }
  },
  async removeFolder(path) {
    if (await requests.isFolder(path)) await requests.removeAll(path);
  },
});
