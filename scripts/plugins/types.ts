import type { Plugin } from 'vite';
import { run } from '../setup.mjs';
import { ToldError } from '../toldError.ts';

/**
 * Holds all code to its types where "npm run build" asks for it, before the last build is replaced. After the
 * checks of what editors write: those say in words what the compiler says of the same line in its own.
 */
export function types(): Plugin {
  return {
    name: 'types',
    apply: (_, { command }) => command === 'build' && process.env['CHECK_TYPES'] === 'yes',
    buildApp: {
      order: 'post',
      async handler() {
        try {
          run('npx', ['tsc', '--build']);
        } catch {
          throw new ToldError('The code does not fit its types: what tsc said is above.');
        }
      },
    },
  };
}
