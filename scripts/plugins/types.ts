import type { Plugin } from 'vite';
import { BuildError } from '../buildError.ts';
import { run } from '../setup.mjs';

/** Not of tests: a field that an editor adds must not stop the build. */
const PROJECTS = ['tsconfig.app.json', 'tsconfig.node.json'];

/** Checks the types, if npm run build asks for it. */
export const types = (): Plugin => ({
  name: 'types',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle() {
    if (!process.argv.includes('--check-types')) return;
    try {
      run(process.execPath, ['node_modules/typescript/bin/tsc', '--build', ...PROJECTS]);
    } catch {
      throw new BuildError('The code has type errors: see the output of tsc above.');
    }
  },
});
