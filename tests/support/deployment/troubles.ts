import type { Connection, Login } from '../../../scripts/deploy/connection.ts';

export interface Trouble {
  readonly kind: 'the line is cut' | 'the run is killed' | 'the quota is full' | 'the host breaks';
  /** When it happens: a part of the operations that the last run had. */
  readonly after: number;
  /** Whether the host has done the operation whose answer does not arrive. */
  readonly isDone: boolean;
}

type Method = (path: string, content: string | Buffer, ...more: unknown[]) => Promise<unknown>;

const failure = (code: string | number) => Object.assign(new Error('Trouble'), { code });

/** Lets something happen between two operations of a run, or within a write. */
export class Troubles {
  operations = 0;
  hasHappened = false;
  /** How often all connections were cut. */
  #cuts = 0;
  readonly #trouble: Trouble | undefined;
  readonly #at: number;
  readonly #breakDown: () => void;

  /** @param usual operations of a run */
  constructor(trouble: Trouble | undefined, usual: number, breakDown: () => void) {
    this.#trouble = trouble;
    this.#at = trouble === undefined ? Number.POSITIVE_INFINITY : Math.floor(trouble.after * usual) + 1;
    this.#breakDown = breakDown;
  }

  on(login: Login): Login {
    return async (...given) => {
      const open = await login(...given);
      return async () => {
        if (this.hasHappened && this.#trouble?.kind === 'the run is killed') throw failure('ECONNREFUSED');
        return this.#troubled(await open());
      };
    };
  }

  #troubled(connection: Connection): Connection {
    const before = this.#cuts;
    const methods = Object.entries(connection).map(([name, method]: [string, Method]) => {
      const troubled: Method = async (path, content, ...more) => {
        if (before !== this.#cuts) throw failure('ECONNRESET');
        const half = () => method(path, content.slice(0, content.length / 2), ...more);
        return this.#act(() => method(path, content, ...more), name === 'write' ? half : undefined);
      };
      return [name, name === 'close' ? method : troubled];
    });
    return Object.fromEntries(methods);
  }

  /** @param half of the operation, if it is a write */
  async #act(whole: () => Promise<unknown>, half: (() => Promise<unknown>) | undefined): Promise<unknown> {
    this.operations += 1;
    const isNow = this.operations === this.#at;
    this.hasHappened ||= isNow;
    const kind = this.#trouble?.kind;
    if (isNow && kind === 'the host breaks') this.#breakDown();
    if (kind === 'the host breaks') return whole();
    const isFull = kind === 'the quota is full';
    if (isFull ? !this.hasHappened || half === undefined : !isNow) return whole();
    if (!isFull) this.#cuts += 1;
    await (this.#trouble?.isDone && !isFull ? whole() : half?.());
    throw failure(isFull ? 552 : 'ECONNRESET');
  }
}
