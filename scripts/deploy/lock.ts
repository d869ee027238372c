import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Connection } from './connection.ts';
import { DeployError } from './deployError.ts';

export interface Clock {
  now(): number;
  wait(milliseconds: number): Promise<void>;
}

const RENEWAL = 15_000;
const POLL = 5000;
/** Without a sign of life for so long, the other deployment has ended. */
const SILENCE = 120_000;

/** Only one deployment runs at a time. It shows that it is alive by a counter in a file in the lock's folder. */
export class Lock {
  /** Ends with a space. */
  readonly #id = `${hostname()} ${process.pid} ${randomUUID()} `;
  readonly #folder: string;
  readonly #clock: Clock;
  #count = 0;
  #renewedAt = 0;

  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  async acquire(connection: Connection, say: (line: string) => void): Promise<void> {
    let seen: string | undefined;
    let seenAt = this.#clock.now();
    while (!(await connection.makeFolder(this.#folder))) {
      const sign = await this.#read(connection);
      if (seen === undefined && !hasEnded(sign)) {
        say(`Another deployment is running (${this.#folder}). Waiting for it …`);
      }
      if (sign !== seen) seenAt = this.#clock.now();
      seen = sign;
      if (hasEnded(sign) || this.#clock.now() - seenAt >= SILENCE) {
        say('The other deployment was interrupted: this one takes over.');
        await connection.removeFolder(this.#folder);
      } else await this.#clock.wait(POLL);
    }
    await this.#write(connection);
  }

  /** Call it often. @throws {DeployError} if another deployment took over */
  async renew(connection: Connection): Promise<void> {
    if (this.#clock.now() - this.#renewedAt < RENEWAL) return;
    // before the request, so that another connection does not renew too
    this.#renewedAt = this.#clock.now();
    const sign = await this.#read(connection);
    // empty while the file is being written
    if (sign !== '' && !sign.startsWith(this.#id)) {
      throw new DeployError('Another deployment took over: this one stops.');
    }
    await this.#write(connection);
  }

  release(connection: Connection): Promise<void> {
    return connection.removeFolder(this.#folder);
  }

  async #read(connection: Connection): Promise<string> {
    return (await connection.read(`${this.#folder}/alive`))?.toString() ?? '';
  }

  async #write(connection: Connection): Promise<void> {
    this.#renewedAt = this.#clock.now();
    this.#count += 1;
    await connection.write(`${this.#folder}/alive`, this.#id + this.#count);
  }
}

/** Whether the deployment that left this sign ran on this computer and has ended. */
function hasEnded(sign: string): boolean {
  const [computer, pid] = sign.split(' ');
  if (computer !== hostname()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch {
    return true;
  }
}
