import { readdirSync } from 'node:fs';
import { root } from '../../scripts/environment.mjs';
import type { Place, Presence } from '../../src/content/place.ts';

/**
 * Every page with an address, as the folders have it: for tests that Vite does not prepare, and that
 * shall not ask the site what the site has.
 */
export const places: readonly Place[] = (
  await Promise.all(
    readdirSync(`${root}src/pages`).map(
      async (folder): Promise<{ readonly default: Place | Presence }> =>
        import(`${root}src/pages/${folder}/place.ts`),
    ),
  )
).flatMap(({ default: place }) => (place.path === undefined ? [] : [place]));

/** What the header and the footer link. */
export const menu = places
  .filter((place) => place.menu !== undefined)
  .sort((one, other) => Number(one.menu) - Number(other.menu));
