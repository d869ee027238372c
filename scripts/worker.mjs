// @ts-check
// Runs `work` again and again, as cron does.
import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from './environment.mjs';

const PAUSE = 5000;

console.log('Delivering.');
for (;;) {
  spawnSync('php', [`${root}server/console`, 'work'], { stdio: ['ignore', 'inherit', 'inherit'] });
  await delay(PAUSE);
}
