import { inspect } from 'node:util';

/** An error that says what to do: Vite shows its message alone, without the stack. */
export class ToldError extends Error {
  override readonly name = 'ToldError';

  [inspect.custom](): string {
    return this.message;
  }
}

/**
 * What a build failed with, out of what Rolldown wraps it in: a list of errors, each with its plugin and
 * its stack. Known by its name, because the pages' own code (src/prerender.tsx) does not have the class.
 */
export function told(failure: unknown): unknown {
  const errors: unknown =
    failure instanceof Error && 'errors' in failure ? failure.errors : undefined;
  const found = Array.isArray(errors)
    ? errors.find((error) => error instanceof Error && error.name === 'ToldError')
    : undefined;
  return found === undefined ? failure : new ToldError(found.message);
}
