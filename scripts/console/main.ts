import { createInterface } from 'node:readline';
import { DeployError } from '../deploy/deployError.ts';
import { login } from '../deploy/login.ts';
import { outputTo } from '../deploy/output.ts';
import { questionsOn } from '../deploy/questions.ts';
import { readVariables, root } from '../environment.mjs';
import type { Part } from './answer.ts';
import { runOnHost } from './remote.ts';

const { stdin, stdout, stderr } = process;

/** Not question(), which on a terminal erases what stands before the cursor. */
async function readLine(): Promise<string | undefined> {
  const lines = createInterface({ input: stdin, signal: stopping.signal });
  for await (const line of lines) return line;
  return undefined;
}

let failure: Error | null | undefined;
const print = ([to, text]: Part) =>
  new Promise<void>((resolve) => {
    (to === 'out' ? stdout : stderr).write(text, (error) => {
      failure ??= error;
      resolve();
    });
  });
stdout.on('error', () => {});

const stopping = new AbortController();
// a second Ctrl-C ends the process at once; a closed terminal must leave no pass either
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());

const code = await runOnHost(process.argv.slice(2), {
  variables: readVariables(),
  environmentFile: process.env['ENV_FILE'] ?? `${root}.env`,
  // standard output belongs to the command
  output: outputTo(stderr),
  ask: questionsOn(stderr),
  login,
  print,
  readLine,
  terminal: stdout.isTTY ? { columns: stdout.columns, hasColors: stdout.hasColors() && stderr.isTTY } : undefined,
  stop: stopping.signal,
});
if (failure) {
  throw new DeployError(`The output could not be written: ${failure.message}. The command ended with ${code}.`);
}
// an idle connection may stay open for a while
process.exit(code);
