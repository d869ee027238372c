// @ts-check
// npm run build: the site, into dist.
import { readEnvironment } from './environment.mjs';
import { exitWith, setUp } from './setup.mjs';

try {
  readEnvironment();
  setUp();
  const { build } = await import('vite');
  await build();
} catch (error) {
  exitWith(error);
}
