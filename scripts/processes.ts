import { spawn } from 'node:child_process';

const isWindows = process.platform === 'win32';

interface Options {
  readonly ready: RegExp;
  /** Output after the start that is not printed; by default no output is. */
  readonly unheard?: RegExp;
  readonly env?: NodeJS.ProcessEnv;
}

interface Running {
  readonly match: RegExpExecArray;
  readonly pid: number;
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

/** Starts a program and waits until its output says that it is ready. */
export function startProcess(
  program: string,
  args: readonly string[],
  { ready, unheard = /^/, env }: Options,
): Promise<Running> {
  // a process group, so that forked workers are stopped too; Windows has no groups
  const child = spawn(program, args, {
    detached: !isWindows,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const kill = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(isWindows ? child.pid : -child.pid, signal);
    } catch {
      // it has ended already
    }
  };
  const killAtExit = () => kill('SIGTERM');
  process.once('exit', killAtExit);
  let isStopped = false;
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    isStopped = true;
    process.off('exit', killAtExit);
    kill(signal);
    await ended;
  };
  return new Promise((resolve, reject) => {
    let said = '';
    let isReady = false;
    const listen = (chunk: Buffer) => {
      if (isReady) {
        const lines = chunk
          .toString()
          .split('\n')
          .filter((line) => line !== '' && !unheard.test(line));
        if (lines.length > 0) console.error(lines.join('\n'));
        return;
      }
      said += chunk.toString();
      const match = ready.exec(said);
      if (match === null) return;
      isReady = true;
      resolve({ match, pid: child.pid ?? 0, stop });
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('error', reject);
    child.once('close', (code) => {
      if (!isReady) reject(new Error(`${program} ended at once (exit code ${code}):\n${said}`));
      else if (!isStopped) console.error(`${program} has ended by itself (exit code ${code}).`);
    });
  });
}
