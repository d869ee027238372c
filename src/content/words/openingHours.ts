import { listing as given } from '#identity/site.ts';
import type { Listing } from '../../schema.ts';

const listing: Listing = given;
const WEEK = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

/** A line for each entry, such as "Monday to Friday, 08:00 to 17:00". */
export const openingHours: readonly string[] = listing.openingHours.map(
  ({ days, opens, closes }) => `${inWords(days)}, ${opens} to ${closes}`,
);

function inWords(days: readonly string[]): string {
  const [first = '', last = first] = [days[0], days.at(-1)];
  const from = WEEK.indexOf(first);
  const isRow = days.every((day, index) => day === WEEK[from + index]);
  if (isRow && days.length > 2) return `${first} to ${last}`;
  return [days.slice(0, -1).join(', '), last].filter(Boolean).join(' and ');
}
