import { inspect } from 'node:util';

/** An error that says what to do. Vite prints its message without a stack. */
export class BuildError extends Error {
  [inspect.custom](): string {
    return this.message;
  }
}

/** Rolldown wraps the errors of plugins. */
export function shownError(failure: unknown): unknown {
  if (!(failure instanceof Error && 'errors' in failure && Array.isArray(failure.errors))) return failure;
  return failure.errors.find((error) => error instanceof BuildError) ?? failure;
}
