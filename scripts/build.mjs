// @ts-check
// npm run build: the site, into dist.
import { exitWith, setUp } from './setup.mjs';
import { buildSite } from './site-build.mjs';

try {
  setUp();
  await buildSite();
} catch (error) {
  exitWith(error);
}
