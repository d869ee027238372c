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
  readonly #sign: string;
  readonly #clock: Clock;
  #count = 0;
  #renewedAt = 0;

  static async acquire(
    connection: Connection,
    folder: string,
    { clock, output }: { readonly clock: Clock; readonly output: { say(line: string): void } },
  ): Promise<Lock> {
    const lock = new Lock(folder, clock);
    let seen: string | undefined;
    let seenAt = clock.now();
    while (!(await connection.makeFolder(folder))) {
      const sign = (await connection.read(lock.#sign))?.toString() ?? '';
      if (seen === undefined && !hasEnded(sign)) {
        output.say(`Another deployment is running (${folder}). Waiting for it …`);
      }
      if (sign !== seen) seenAt = clock.now();
      seen = sign;
      if (hasEnded(sign) || clock.now() - seenAt >= SILENCE) {
        output.say('The other deployment was interrupted: this one takes over.');
        await connection.removeFolder(folder);
      } else await clock.wait(POLL);
    }
    await lock.#write(connection);
    return lock;
  }

  private constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#sign = `${folder}/alive`;
    this.#clock = clock;
  }

  async #write(connection: Connection): Promise<void> {
    this.#renewedAt = this.#clock.now();
    this.#count += 1;
    await connection.write(this.#sign, this.#id + this.#count);
  }

  /** Call it often. @throws {DeployError} if another deployment took over */
  async renew(connection: Connection): Promise<void> {
    if (this.#clock.now() - this.#renewedAt < RENEWAL) return;
    await this.check(connection);
    await this.#write(connection);
  }

  async check(connection: Connection): Promise<void> {
    // before the request, so that another connection does not renew too
    this.#renewedAt = this.#clock.now();
    const sign = (await connection.read(this.#sign))?.toString() ?? '';
    // empty while the file is being written
    if (sign !== '' && !sign.startsWith(this.#id)) {
      throw new DeployError('Another deployment took over: this one stops.');
    }
  }

  release(connection: Connection): Promise<void> {
    return connection.removeFolder(this.#folder);
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
