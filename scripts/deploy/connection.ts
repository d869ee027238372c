import type { Target } from './settings.ts';

export interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly size: number;
  /** Milliseconds since 1970, in whole seconds. 0 if it was not asked for. */
  readonly time: number;
}

/** One connection to the host. It does one thing at a time. Paths are absolute. */
export interface Connection {
  isFolder(path: string): Promise<boolean>;
  /** Empty if there is no such folder. @param withTimes costs a request for each file on old FTP servers */
  list(folder: string, withTimes?: boolean): Promise<readonly Entry[]>;
  /** Undefined if there is no such file. */
  read(path: string): Promise<Buffer | undefined>;
  write(path: string, content: Buffer, mode?: number): Promise<void>;
  /** Replaces a file that has the new name. */
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  makeFolder(path: string): Promise<void>;
  removeFolder(path: string): Promise<void>;
  /** Creates an empty mark, which only one of several callers can do. @returns whether this caller did */
  claim(path: string): Promise<boolean>;
  unclaim(path: string): Promise<void>;
  /** The path as programs on the host see it, as far as the protocol tells. */
  realPath(path: string): Promise<string>;
  close(): void;
}

/** What opening a connection may ask of the operator and tell them. */
export interface Operator {
  say(line: string): void;
  /** Undefined if nobody is there to answer. */
  readonly ask: ((question: string, isSecret: boolean) => Promise<string>) | undefined;
  /** The path of known_hosts. */
  readonly knownHosts: string;
}

export type Open = () => Promise<Connection>;

/** Asks for what is missing, and returns a function that opens further connections in the same way. */
export type Login = (target: Target, operator: Operator) => Promise<Open>;

/** @param make fails if the mark is there */
export async function claimBy(
  make: () => Promise<unknown>,
  isThere: () => Promise<boolean>,
  isRetry = false,
): Promise<boolean> {
  try {
    await make();
    return true;
  } catch (error) {
    if (await isThere()) return false;
    // between the two requests the other deployment may have ended
    if (isRetry) throw error;
    return claimBy(make, isThere, true);
  }
}
