import { confirm, isCancel, password } from '@clack/prompts';
import { StoppedError } from './deployError.ts';
import type { Operator } from './surroundings.ts';

/** All questions come before anything is changed. */
async function answered<T>(question: Promise<T>): Promise<Exclude<T, symbol>> {
  const answer = await question;
  if (isCancel(answer)) throw new StoppedError('Stopped. Nothing was changed.');
  return answer as Exclude<T, symbol>;
}

/** @returns undefined if nobody is there to answer */
export const questionsOn = (output: NodeJS.WriteStream): Operator['ask'] =>
  process.stdin.isTTY && output.isTTY
    ? {
        secret: (message) => answered(password({ message, output })),
        confirm: (message) => answered(confirm({ message, output, initialValue: false })),
      }
    : undefined;
