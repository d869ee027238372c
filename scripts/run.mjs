// @ts-check
// node scripts/run.mjs FILE: runs a module that imports TypeScript, which Node 20 cannot do itself.
import { resolve } from 'node:path';
import { runnerImport } from 'vite';
import { exitWith } from './setup.mjs';

// the module reads its path and options from argv
const [file = ''] = process.argv.splice(2, 1);
process.argv[1] = resolve(file);
try {
  await runnerImport(process.argv[1]);
} catch (error) {
  exitWith(error);
}
