import type { Place, Presence } from './content/place.ts';

/** A page by the name of its folder. */
export interface NamedPlace extends Place {
  readonly id: string;
}

const found = import.meta.glob<Place | Presence>('./pages/*/place.ts', {
  eager: true,
  import: 'default',
});

const LAST = Number.MAX_SAFE_INTEGER;

/** Every page that has an address: those of the menu in its order, then the others by their folders. */
export const places: readonly NamedPlace[] = Object.entries(found)
  .flatMap(([file, place]) =>
    place.path === undefined ? [] : [{ id: file.split('/')[2] ?? file, ...place }],
  )
  .sort((one, other) => (one.menu ?? LAST) - (other.menu ?? LAST));

/** The links of the header. */
export const menu = places.filter((place) => place.menu !== undefined);

const footerOrder = ({ footer, menu }: NamedPlace) => footer ?? menu ?? LAST;

/** The links of the footer. */
export const quickLinks = places
  .filter((place) => footerOrder(place) < LAST)
  .sort((one, other) => footerOrder(one) - footerOrder(other));

/** What search engines, and visitors who are lost, are told of. */
export const listed = places.filter(({ isUnlisted }) => !isUnlisted);
