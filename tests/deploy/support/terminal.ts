import { spawn } from 'node:child_process';
import { root } from '../../../scripts/environment.mjs';

/** npm run deploy, or npm run console, as an operator sees it. */
interface Terminal {
  /** Everything that was shown, with the terminal's control sequences. */
  shown(): string;
  /** Waits until the screen shows something new. */
  until(text: string | RegExp): Promise<void>;
  type(keys: string): void;
  /** @returns the exit code */
  ended: Promise<number | null>;
}

export const ENTER = '\r';
export const CTRL_C = '\x03';

/** Runs the command in a pseudo-terminal, which `script` of Debian's bsdutils makes. */
export function onTerminal(
  args: string,
  env: Record<string, string | undefined>,
  columns = 80,
  program: 'deploy' | 'console' = 'deploy',
): Terminal {
  const command = `stty rows 24 cols ${columns} && node scripts/run.mjs scripts/${program}/main.ts ${args}`;
  const child = spawn('script', ['-qfec', command, '/dev/null'], {
    cwd: root,
    // clack draws nothing for CI
    env: { ...process.env, CI: undefined, TERM: 'xterm', ...env },
  });
  let shown = '';
  let seen = 0;
  let look = () => {};
  child.stdout.on('data', (chunk) => {
    shown += chunk;
    look();
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      resolve(code);
      look();
    });
  });
  return {
    shown: () => shown,
    until: (text) =>
      new Promise((resolve, reject) => {
        look = () => {
          const found = shown.slice(seen).match(text);
          if (found !== null) {
            seen += (found.index ?? 0) + found[0].length;
            look = () => {};
            resolve();
          } else if (child.exitCode !== null) reject(new Error(`${text} was not shown: ${shown}`));
        };
        look();
      }),
    type: (keys) => child.stdin.write(keys),
    ended,
  };
}
