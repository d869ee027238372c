// @ts-check
// npm run build: the site and its endpoint, into dist, ready to be uploaded.
import { exitWith, setUp } from './setup.mjs';
import { buildSite } from './site-build.mjs';

try {
  setUp();
  await buildSite();
} catch (error) {
  exitWith(error);
}
