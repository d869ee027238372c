import Holidays from 'date-holidays';
import type { Listing } from '../../src/prerender/schema.ts';

/** The number of years whose holidays a build has, this year included. */
const YEARS = 5;

type Promised = Pick<Listing, 'answersInWorkingDays' | 'openingHours' | 'countryCode'>;

/** The opening hours and holidays for the promised time (server/src/Enquiry/Promise.php). */
export function promiseOf({ answersInWorkingDays: days, openingHours, countryCode }: Promised, today = new Date()) {
  if (days === undefined) return undefined;
  const hours: Record<string, (readonly [opens: string, closes: string])[]> = {};
  for (const { days: weekdays, opens, closes } of openingHours) {
    for (const weekday of weekdays) hours[weekday] = [...(hours[weekday] ?? []), [opens, closes] as const].sort();
  }
  const calendar = new Holidays(countryCode);
  const holidays: string[] = [];
  let until = '';
  for (let year = today.getFullYear(); year < today.getFullYear() + YEARS; year += 1) {
    const found = calendar.getHolidays(year).filter(({ type }) => type === 'public');
    if (found.length === 0) break;
    holidays.push(...found.map(({ date }) => date.slice(0, '2026-01-01'.length)));
    until = `${year}-12-31`;
  }
  return { days, hours, holidays, until };
}

/** @returns a line if the holidays of less than a year are known; else nothing */
export function promiseNotices(listing: Promised, today = new Date()): string[] {
  const promise = promiseOf(listing, today);
  const nextYear = new Date(today.getFullYear() + 1, today.getMonth(), today.getDate());
  if (promise === undefined || new Date(promise.until) >= nextYear) return [];
  return [
    `The package date-holidays has the public holidays of ${listing.countryCode} for less than a year. After them, nobody reads by when you answer: correct countryCode in site.ts, update the package, or remove answersInWorkingDays.`,
  ];
}
