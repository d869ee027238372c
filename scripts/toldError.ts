import { inspect } from 'node:util';

/** An error that says what to do: Vite shows its message alone, without the stack. */
export class ToldError extends Error {
  [inspect.custom](): string {
    return this.message;
  }
}
