import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { readVariables, root } from '../environment.mjs';
import { deploy } from './deploy.ts';
import { DeployError } from './deployError.ts';
import { login } from './login.ts';
import { outputTo } from './output.ts';
import { questionsOn } from './questions.ts';
import { Repository } from './repository.ts';

/** Without the list of its files: what is printed must stay readable on a narrow terminal. */
async function build(): Promise<void> {
  const args = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', '--', '--check-types'];
  const [status] = await once(spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] }), 'close');
  if (status !== 0) throw new DeployError('The build failed: see its output above. Nothing was uploaded.');
}

const stopping = new AbortController();
// a second Ctrl-C ends the process at once
process.once('SIGINT', () => stopping.abort());

await deploy(process.argv.slice(2), {
  variables: readVariables(),
  environmentFile: process.env['ENV_FILE'] ?? `${root}.env`,
  dist: `${root}dist`,
  repository: new Repository(root),
  login,
  build,
  output: outputTo(process.stdout),
  ask: questionsOn(process.stdout),
  wait: setTimeout,
  stop: stopping.signal,
});
// an idle connection may stay open for a while
process.exit();
