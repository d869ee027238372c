// @ts-check
// npm run shots: takes a picture of every page and state into shots/, and makes docs/looks.webp from six of them.
// Names after -- limit the pictures: npm run shots -- contact-us.invalid index
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { root } from '../../scripts/environment.mjs';
import { composeLooks } from './looks.mjs';

const names = process.argv.slice(2);
if (names.length === 0) rmSync(`${root}shots`, { recursive: true, force: true });
const wanted = names.map((name) => name.replaceAll(/[^\w-]/g, '\\$&')).join('|');
const { status } = spawnSync(
  'npx',
  [...['playwright', 'test', '--config', 'tests/shots'], ...(wanted === '' ? [] : ['--grep', `\\b(?:${wanted})\\b`])],
  { cwd: root, stdio: 'inherit' },
);
if (status === 0 && names.length === 0) await composeLooks();
process.exitCode = status ?? 1;
