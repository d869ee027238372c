import type { Place, Presence } from './build/schema.ts';

export type NamedPlace = Place & { readonly id: string };

const found = import.meta.glob<Place | Presence>(['./pages/*/place.ts', '#identity/pages/*/place.ts'], {
  eager: true,
  import: 'default',
});

const LAST = Number.MAX_SAFE_INTEGER;

/** Every page with an address: first the menu in its order, then the others. */
export const places: readonly NamedPlace[] = Object.entries(found)
  .flatMap(([file, place]) => (place.path === undefined ? [] : [{ id: file.split('/').at(-2) ?? file, ...place }]))
  .sort((one, other) => (one.menu ?? LAST) - (other.menu ?? LAST));

/** A link to a page that was removed is left out; the build names it. */
export const placeOf = (id: string): NamedPlace | undefined => places.find((place) => place.id === id);

export const menu = places.filter((place) => place.menu !== undefined);

const footerOrder = ({ footer, menu }: NamedPlace) => footer ?? menu ?? LAST;

export const quickLinks = places
  .filter((place) => footerOrder(place) < LAST)
  .sort((one, other) => footerOrder(one) - footerOrder(other));

/** For the sitemap and the page for unknown addresses. */
export const listed = places.filter(({ isUnlisted }) => !isUnlisted);
