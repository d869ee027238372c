import type { Place, Presence } from './prerender/schema.ts';

export type NamedPlace = Place & {
  readonly id: string;
  /** The folder with its Page.tsx. */
  readonly module: string;
  /** In the places.ts of a folder whose pages come from data. */
  readonly name?: string;
};

const found = import.meta.glob<Place | Presence>(['./pages/*/place.ts', '#identity/pages/*/place.ts'], {
  eager: true,
  import: 'default',
});
const fromData = import.meta.glob<Readonly<Record<string, Place>>>(
  ['./pages/*/places.ts', '#identity/pages/*/places.ts'],
  { eager: true, import: 'default' },
);

const folderOf = (file: string) => file.split('/').at(-2) ?? file;

const LAST = Number.MAX_SAFE_INTEGER;

/** Every page with an address: first the menu in its order, then the others. */
export const places: readonly NamedPlace[] = [
  ...Object.entries(found).flatMap(([file, place]) =>
    place.path === undefined ? [] : [{ id: folderOf(file), module: folderOf(file), ...place }],
  ),
  ...Object.entries(fromData).flatMap(([file, those]) =>
    Object.entries(those).map(([name, place]) => ({
      ...{ id: `${folderOf(file)}.${name}`, module: folderOf(file), name },
      ...place,
    })),
  ),
].sort((one, other) => (one.menu ?? LAST) - (other.menu ?? LAST));

/** A link to a page that was removed is left out. */
export const placeOf = (id: string): NamedPlace | undefined => places.find((place) => place.id === id);

export const menu = places.filter((place) => place.menu !== undefined);

const footerOrder = ({ footer, menu }: NamedPlace) => footer ?? menu ?? LAST;

export const quickLinks = places
  .filter((place) => footerOrder(place) < LAST)
  .sort((one, other) => footerOrder(one) - footerOrder(other));

/** For the sitemap. */
export const listed = places.filter(({ isUnlisted }) => !isUnlisted);

/** For the page for unknown addresses: a page that lists others stands for them. */
export const directory = listed.filter(({ name }) => name === undefined);
