import { setTimeout as delay } from 'node:timers/promises';

const PAUSE = 250;

export async function until<T>(
  what: string,
  look: () => Promise<T>,
  isEnough: (seen: T) => boolean,
  seconds = 900,
): Promise<T> {
  const end = Date.now() + 1000 * seconds;
  for (;;) {
    const seen = await look();
    if (isEnough(seen)) return seen;
    if (Date.now() > end) {
      throw new Error(`Not so after ${seconds} seconds: ${what}. Last seen: ${JSON.stringify(seen)}`);
    }
    await delay(PAUSE);
  }
}
