import { setTimeout } from 'node:timers/promises';
import { confirm, isCancel, password } from '@clack/prompts';
import { readVariables, root } from '../environment.mjs';
import { run } from '../setup.mjs';
import { deploy } from './deploy.ts';
import { outputTo } from './output.ts';

const INTERRUPTED = 130;

function stop(advice: string): never {
  console.error(`\nStopped. ${advice}`);
  process.exit(INTERRUPTED);
}

/** All questions come before anything is uploaded. */
async function answered<T>(question: Promise<T>): Promise<Exclude<T, symbol>> {
  const answer = await question;
  return isCancel(answer) ? stop('Nothing was changed.') : (answer as Exclude<T, symbol>);
}

process.once('SIGINT', () => stop('Run npm run deploy again: it goes on where it was.'));

await deploy(process.argv.slice(2), {
  variables: readVariables(),
  environmentFile: process.env['ENV_FILE'] ?? `${root}.env`,
  dist: `${root}dist`,
  // --first makes a token, so that the build need not suggest one
  build: () => run('npm', ['run', 'build'], { HEALTH_TOKEN: 'from --first' }),
  output: outputTo(process.stdout),
  ask:
    process.stdin.isTTY && process.stdout.isTTY
      ? {
          secret: (message) => answered(password({ message })),
          confirm: (message) => answered(confirm({ message, initialValue: false })),
        }
      : undefined,
  wait: setTimeout,
});
// an idle connection may stay open for a while
process.exit();
