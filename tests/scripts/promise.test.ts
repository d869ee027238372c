import { expect, test } from 'vitest';
import { promiseNotices, promiseOf } from '../../scripts/plugins/promise.ts';
import contract from '../contract/promises.json';

const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const;
const listing = {
  countryCode: 'ZA',
  openingHours: [
    { days: WEEK, opens: '13:30', closes: '17:00' },
    { days: WEEK, opens: '08:00', closes: '12:30' },
  ],
  answersInWorkingDays: 1,
};
const TODAY = new Date('2026-11-27T12:00:00');

test('the endpoint gets the hours in their order, and the public holidays of five years', () => {
  const { until, holidays: years, firms } = contract;
  const holidays = Object.entries(years).flatMap(([year, days]) => days.split(' ').map((day) => `${year}-${day}`));
  const [[week = '', spans] = []] = Object.entries(firms['closed at lunch'].hours);
  const hours = Object.fromEntries(week.split(' ').map((day) => [day, spans]));
  expect(promiseOf(listing, TODAY)).toEqual({ days: 1, hours, until, holidays });
});

test('a firm that promises nothing gives it nothing', () => {
  const { answersInWorkingDays: _, ...silent } = listing;
  expect(promiseOf(silent, TODAY)).toBeUndefined();
  expect(promiseNotices(silent, TODAY)).toEqual([]);
});

test('a build warns if the holidays of less than a year are known', () => {
  expect(promiseNotices(listing, TODAY)).toEqual([]);
  expect(promiseNotices({ ...listing, countryCode: 'XX' }, TODAY)).toEqual([
    expect.stringContaining('public holidays of XX for less than a year'),
  ]);
});
