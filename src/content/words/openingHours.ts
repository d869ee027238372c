import { listing as given } from '#identity/site.ts';
import { listed } from '../../lib/listed.ts';
import type { Listing } from '../../prerender/schema.ts';
import { unbroken } from '../site.ts';

const listing: Listing = given;
const WEEK = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

/** For example, "Monday to Friday, 08:00 to 17:00". Entries with the same days, around a lunch break, are one line. */
export function inWords(hours: Listing['openingHours']): readonly string[] {
  const times = new Map<string, string[]>();
  for (const { days, opens, closes } of hours) {
    const named = daysInWords(days);
    times.set(named, [...(times.get(named) ?? []), unbroken(`${opens} to ${closes}`)]);
  }
  return [...times].map(([days, each]) => `${days}, ${listed(each)}`);
}

function daysInWords(days: readonly string[]): string {
  const [first = '', last = first] = [days[0], days.at(-1)];
  const start = WEEK.indexOf(first);
  const isRow = days.every((day, index) => day === WEEK[start + index]);
  if (isRow && days.length > 2) return `${first} to ${last}`;
  return listed(days);
}

const { answersInWorkingDays: days } = listing;

/** How soon the firm promises to answer; false if it promises nothing, because the build refuses missing words. */
export const answersWithin = days !== undefined && (days === 1 ? 'one working day' : `${days} working days`);

export const openingHours: readonly string[] = inWords(listing.openingHours);
