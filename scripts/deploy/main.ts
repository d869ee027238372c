import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { readVariables, root } from '../environment.mjs';
import { run } from '../setup.mjs';
import { deploy } from './deploy.ts';
import { outputTo } from './output.ts';

/** Secrets are not shown as they are typed. */
async function ask(question: string, isSecret: boolean): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: isSecret ? silent : process.stderr,
    terminal: true,
  });
  const answer = await lines.question('');
  lines.close();
  if (isSecret) process.stderr.write('\n');
  return answer;
}

const cache = `${root}node_modules/.cache`;
mkdirSync(cache, { recursive: true });
await deploy(process.argv.slice(2), {
  variables: readVariables(),
  environmentFile: process.env['ENV_FILE'] ?? `${root}.env`,
  dist: `${root}dist`,
  // --first makes a token, so that the build need not suggest one
  build: () => run('npm', ['run', 'build'], { HEALTH_TOKEN: 'from --first' }),
  output: outputTo(process.stdout),
  ask: process.stdin.isTTY && process.stdout.isTTY ? ask : undefined,
  knownHosts: `${homedir()}/.ssh/known_hosts`,
  note: `${cache}/deploy.lock`,
  clock: {
    now: Date.now,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  },
  fetch,
});
// an idle connection may stay open for a while
process.exit();
