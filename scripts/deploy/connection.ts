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
  /** @param mode without one, everybody can read the file: PHP may run as another user */
  write(path: string, content: Buffer | string, mode?: number): Promise<void>;
  /** May fail if a file has the new name. */
  move(from: string, to: string): Promise<unknown>;
  remove(path: string): Promise<void>;
  /** Fails if the folder is there. */
  make(folder: string): Promise<unknown>;
  setMode(path: string, mode: number): Promise<unknown>;
  /** With its content. */
  removeAll(folder: string): Promise<unknown>;
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

/** The host's umask would keep PHP out. */
export const MODE = { file: 0o644, folder: 0o755 } as const;

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
