import { readdirSync } from 'node:fs';
import { root } from '../../scripts/environment.mjs';
import type { Place, Presence } from '../../src/content/place.ts';
import type { NamedPlace } from '../../src/places.ts';

/**
 * Every page with an address, as the folders have it: for tests that Vite does not prepare, and that
 * shall not ask the site what the site has.
 */
export const places: readonly NamedPlace[] = (
  await Promise.all(
    readdirSync(`${root}src/pages`).map(async (id): Promise<readonly NamedPlace[]> => {
      const found: { readonly default: Place | Presence } = await import(
        `${root}src/pages/${id}/place.ts`
      );
      const place = found.default;
      return place.path === undefined ? [] : [{ id, ...place }];
    }),
  )
).flat();

/** What the header and the footer link. */
export const menu = places
  .filter((place) => place.menu !== undefined)
  .sort((one, other) => Number(one.menu) - Number(other.menu));
