// @ts-check
// node scripts/run.mjs FILE: runs a module that may import TypeScript, which Node 20 does not read.
import { resolve } from 'node:path';
import { runnerImport } from 'vite';
import { exitWith } from './setup.mjs';

// the module finds itself and its options where it would without this one
const [file = ''] = process.argv.splice(2, 1);
process.argv[1] = resolve(file);
try {
  await runnerImport(process.argv[1]);
} catch (error) {
  exitWith(error);
}
