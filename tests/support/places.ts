import { existsSync, readdirSync } from 'node:fs';
import { readEnvironment, root } from '../../scripts/environment.mjs';
import { hasNews } from '../../scripts/plugins/news.ts';
import type { NamedPlace } from '../../src/places.ts';
import type { Place, Presence } from '../../src/prerender/schema.ts';

/** Those of news need posts, and the addresses of posts are the build's. */
const folders = readdirSync(`${root}src/pages`).filter(
  (id) => id !== 'news-post' && (id !== 'news' || hasNews(readEnvironment().identity)),
);

export const places: readonly NamedPlace[] = (
  await Promise.all(
    folders.map(async (id): Promise<readonly NamedPlace[]> => {
      const folder = `${root}src/pages/${id}`;
      if (existsSync(`${folder}/places.ts`)) {
        const found: { readonly default: Readonly<Record<string, Place>> } = await import(
          /* @vite-ignore */ `${folder}/places.ts`
        );
        return Object.entries(found.default).map(([name, place]) => ({
          ...{ id: `${id}.${name}`, module: id, name },
          ...place,
        }));
      }
      const found: { readonly default: Place | Presence } = await import(/* @vite-ignore */ `${folder}/place.ts`);
      const place = found.default;
      return place.path === undefined ? [] : [{ id, module: id, ...place }];
    }),
  )
).flat();

export const menu = places
  .filter((place) => place.menu !== undefined)
  .sort((one, other) => Number(one.menu) - Number(other.menu));

/** Any page without a form: in the menu, unless the firm has removed those. */
const others = [...menu, ...places].filter(({ id, form }) => id !== 'home' && form === undefined);
const [first] = others;
if (first === undefined) throw new Error('No page is left beside the home page and those with forms.');
export const elsewhere = others.find(({ id }) => id === 'about-us') ?? first;

/** Undefined for a page that the firm has removed. */
export const placeOf = (id: string): NamedPlace | undefined => places.find((place) => place.id === id);

/** Of the pages, and one that leads nowhere. */
export const addresses = [...places.map(({ path }) => path), '/nowhere'];
