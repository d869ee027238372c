import type { Login } from '../deploy/connection.ts';
import { StoppedError, UsageError } from '../deploy/deployError.ts';
import { readTarget } from '../deploy/settings.ts';
import type { Operator, OwnSettings } from '../deploy/surroundings.ts';
import { type Print, show } from './answer.ts';
import { requireSafe, STOPPED, send, UnknownOutcome } from './request.ts';

export interface Surroundings extends Operator, OwnSettings {
  readonly login: Login;
  readonly print: Print;
  /** The next line of the input; undefined at its end. */
  readonly readLine: () => Promise<string | undefined>;
  /** Undefined if the output is no terminal. */
  readonly terminal: { readonly columns: number; readonly hasColors: boolean } | undefined;
  /** Aborted by Ctrl-C, or if the terminal is closed. */
  readonly stop: AbortSignal;
}

/** The options of the console. */
const OPTIONS = 'all csv flagged force json new now search send separator since to until'.split(' ');

/** Runs a command of the console on the host, by SFTP or FTP and HTTPS. @returns its exit code */
export async function runOnHost(args: readonly string[], around: Surroundings): Promise<number> {
  const { variables, terminal, output, print, stop } = around;
  requireWhole(args, around);
  const target = readTarget(variables);
  requireSafe(target);
  const host = { target, output, stop, open: await around.login(target, around) };
  for (let confirmed = ''; ; ) {
    const answer = await send(host, {
      arguments: args,
      columns: terminal?.columns ?? 80,
      isDecorated: terminal?.hasColors ?? false,
      confirmed,
    });
    const { code, asked, ifNot } = await show(answer, print, confirmed !== '').catch((error: unknown) => {
      throw new UnknownOutcome(stop.aborted ? STOPPED : error);
    });
    if (asked === undefined) return code;
    const typed = await around.readLine();
    if (stop.aborted) throw new StoppedError('Stopped. Nothing was changed.');
    if (!/^y/i.test(typed?.trim() ?? '')) {
      for (const part of [['out', Buffer.from('\n')] as const, ...ifNot]) await print(part);
      return code;
    }
    confirmed = asked;
  }
}

/** @throws {UsageError} if npm keeps options for itself, or writes into a file that a program will read */
function requireWhole(args: readonly string[], { variables, terminal }: Surroundings): void {
  const typed = args.join(' ');
  const taken = OPTIONS.filter((name) => `npm_config_${name}` in variables);
  if (taken.length > 0 && !args.some((one) => one.startsWith('-'))) {
    const list = taken.map((name) => `--${name}`).join(' ');
    throw new UsageError(
      `npm took ${list} for itself, and nothing was done. Write two hyphens before the command: npm run console -- ${typed} ${list}`,
    );
  }
  const isForPrograms = args[0] === 'export' || args.includes('--json');
  const doesNpmWrite = variables['npm_lifecycle_event'] === 'console' && variables['npm_config_loglevel'] !== 'silent';
  if (isForPrograms && doesNpmWrite && terminal === undefined) {
    throw new UsageError(
      `npm has written two lines of its own where you want the output. Use -s: npm run -s console -- ${typed}`,
    );
  }
}
