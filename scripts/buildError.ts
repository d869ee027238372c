import { inspect } from 'node:util';

/** An error that says what to do: Vite prints its message without a stack. */
export class BuildError extends Error {
  [inspect.custom](): string {
    return this.message;
  }
}

/** The error to show for a failed build: Rolldown wraps what a plugin throws. */
export function shownError(failure: unknown): unknown {
  if (!(failure instanceof Error && 'errors' in failure && Array.isArray(failure.errors)))
    return failure;
  const message = withAdvice(failure.message);
  return (
    failure.errors.find((error) => error instanceof BuildError) ??
    (message === failure.message ? failure : new BuildError(message))
  );
}

/** Adds what a parser does not say of a text between typographic quotation marks. */
export const withAdvice = (message: string): string =>
  /(?:PARSE_ERROR|Invalid Character).*[‘’“”„]/s.test(message)
    ? `${message}\nBegin and end a text with ' or ", not with a typographic quotation mark.`
    : message;
