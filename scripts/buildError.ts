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
  const message = withAdvice(failure.message);
  return (
    failure.errors.find((error) => error instanceof BuildError) ??
    (message === failure.message ? failure : new BuildError(message))
  );
}

/** Adds the likely cause that a parser does not name: typographic quotation marks. */
export const withAdvice = (message: string): string =>
  /(?:PARSE_ERROR|Invalid Character).*[‘’“”„]/s.test(message)
    ? `${message}\nBegin and end a text with ' or ", not with a typographic quotation mark.`
    : message;
