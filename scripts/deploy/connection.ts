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
  /** The path of known_hosts. */
  readonly knownHosts: string;
}

export interface Questions {
  secret(question: string): Promise<string>;
  confirm(question: string): Promise<boolean>;
}

export type Open = () => Promise<Connection>;

/** Asks for what is missing, and returns a function that opens further connections in the same way. */
export type Login = (target: Target, operator: Operator) => Promise<Open>;

/** PHP may run as another user. The host's umask would keep it out. */
export const MODES = { file: 0o644, folder: 0o755 };

/** @param make fails if the folder is there */
export async function madeBy(
  make: () => Promise<unknown>,
  isThere: () => Promise<boolean>,
  isRetry = false,
): Promise<boolean> {
  try {
    await make();
    return true;
  } catch (error) {
    if (await isThere()) return false;
    // another deployment may have removed it between the two requests
    if (isRetry) throw error;
    return madeBy(make, isThere, true);
  }
}
