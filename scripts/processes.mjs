// @ts-check
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

/** A port of the loopback address that nothing listens on. @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** Whether a port of the loopback address can be listened on. @param {number} port */
export function isPortFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** @param {string} said @param {RegExp} unheard */
function passOn(said, unheard) {
  for (const line of said.split('\n')) {
    if (line !== '' && !unheard.test(line)) console.error(line);
  }
}

/**
 * Starts a program and waits until it says, in a line of its output, that it is ready.
 * @param {string} program
 * @param {string[]} args
 * @param {object} options
 * @param {RegExp} options.ready
 * @param {RegExp} [options.unheard] lines of its later output that are not passed on; all unless told
 * @param {NodeJS.ProcessEnv} [options.env]
 * @returns {Promise<{ match: RegExpExecArray, pid: number, stop: (signal?: NodeJS.Signals) => Promise<void> }>}
 */
export function startProcess(program, args, { ready, unheard = /^/, env }) {
  // a group of its own, so that workers a program forks are stopped with it
  const child = spawn(program, args, {
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  /** @param {NodeJS.Signals} signal */
  const kill = (signal) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // it has ended already
    }
  };
  const killAtExit = () => kill('SIGTERM');
  process.once('exit', killAtExit);
  let isStopped = false;
  /** @param {NodeJS.Signals} [signal] */
  const stop = async (signal = 'SIGTERM') => {
    isStopped = true;
    process.off('exit', killAtExit);
    kill(signal);
    await ended;
  };
  return new Promise((resolve, reject) => {
    let said = '';
    let isReady = false;
    /** @param {Buffer} chunk */
    const listen = (chunk) => {
      if (isReady) {
        passOn(chunk.toString(), unheard);
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
