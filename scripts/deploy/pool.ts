import { dirname } from 'node:path/posix';
import { type Connection, MODE } from './connection.ts';
import { adviceFor, CONNECTING, codeOf, DeployError, messageOf } from './deployError.ts';

const MOST = 4;

/** Several connections to the host, or as many as the host allows. */
export class Pool {
  readonly #host: string;
  #main: Connection;
  readonly #open: () => Promise<Connection>;
  #others: Connection[] | undefined;

  /** @param host for an error */
  static async connect(host: string, open: () => Promise<Connection>): Promise<Pool> {
    return new Pool(host, await attempt(host, open, CONNECTING), open);
  }

  private constructor(host: string, main: Connection, open: () => Promise<Connection>) {
    this.#host = host;
    this.#main = naming(main);
    this.#open = open;
  }

  get main(): Connection {
    return this.#main;
  }

  /** Some hosts close a connection that is idle for a while. */
  async reconnect(): Promise<void> {
    this.close();
    this.#others = undefined;
    this.#main = naming(await attempt(this.#host, this.#open, CONNECTING));
  }

  close(): void {
    for (const connection of [this.main, ...(this.#others ?? [])]) connection.close();
  }

  /** Does the work for all items, several at once. */
  async each<T>(items: Iterable<T>, work: (connection: Connection, item: T) => Promise<unknown>): Promise<void> {
    const waiting = [...items];
    if (waiting.length > MOST) this.#others ??= await this.#openOthers();
    const run = async (connection: Connection) => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(connection, item);
    };
    const ends = await Promise.allSettled([this.main, ...(this.#others ?? [])].map(run));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  /** If the host refuses them, the transfer is slower. */
  async #openOthers(): Promise<Connection[]> {
    const opened = await Promise.allSettled(Array.from({ length: MOST - 1 }, this.#open));
    return opened.flatMap((one) => (one.status === 'fulfilled' ? [naming(one.value)] : []));
  }

  /** The sizes of these files and of others in their folders, by path. */
  async sizes(files: readonly string[]): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    const folders = new Set(files.map((file) => dirname(file)));
    await this.each(folders, async (connection, folder) => {
      for (const { name, size } of await connection.list(folder)) found.set(`${folder}/${name}`, size);
    });
    return found;
  }

  async makeFoldersOf(files: readonly string[]): Promise<void> {
    for (const folder of new Set(files.map((file) => dirname(file)))) await this.makeFolder(folder);
  }

  /** Makes the folders above it too. @returns whether this call made it, which only one of several callers can do */
  async makeFolder(path: string, mode: number = MODE.folder): Promise<boolean> {
    try {
      await this.main.make(path);
    } catch (error) {
      if (await this.main.isFolder(path)) return false;
      if (path === '/') throw error;
      await this.makeFolder(dirname(path));
      await this.main.make(path);
    }
    await this.main.setMode(path, mode);
    return true;
  }

  /** Replaces a file that others read at the same time. */
  async replace(path: string, content: string, mode?: number): Promise<void> {
    await this.main.write(`${path}.new`, content, mode);
    await this.rename(`${path}.new`, path);
  }

  async rename(from: string, to: string): Promise<void> {
    try {
      await this.main.move(from, to);
    } catch {
      // a server that does not replace files
      await this.main.remove(to);
      await this.main.move(from, to);
    }
  }
}

/** A connection whose errors name the path and say what to do. */
const naming = (connection: Connection): Connection =>
  new Proxy(connection, {
    get:
      (_, method: keyof Connection) =>
      (...args: [string, ...unknown[]]) =>
        attempt(args[0], () => (connection[method] as (...all: unknown[]) => unknown)(...args)),
  });

async function attempt<T>(what: string, work: () => T | Promise<T>, advice?: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DeployError) throw error;
    const message = `${what}: ${messageOf(error).replace(/\.$/, '')}. ${advice ?? adviceFor(codeOf(error))}`;
    throw new DeployError(message, { cause: error });
  }
}

/** Reads a file of Pool.replace(), which only has its new name if the host could not replace it at once. */
export const readReplaced = async (connection: Connection, path: string): Promise<Buffer | undefined> =>
  (await connection.read(path)) ?? connection.read(`${path}.new`);
