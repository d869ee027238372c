import { screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { working as own } from '#identity/working.ts';
import { working as other } from '../../../tests/identity/working.ts';
import { visit } from '../../../tests/web/support/render.tsx';
import { pathToAsk } from '../../content/pathToAsk.ts';
import type { Working } from '../../prerender/schema.ts';
import place from './place.ts';
import { aboutUs } from './words.ts';

const NOTHING: Working = {
  ...{ lead: 'A firm.', story: [], steps: [], people: [] },
  ...{ knownFor: [], prices: [], questions: [] },
};

test.each<[string, Working]>([
  ['the firm', own],
  ['another firm', other],
  ['a firm that says nothing', NOTHING],
])('about us shows what %s tells about its work, and no empty part', async (_, working) => {
  vi.doMock('#identity/working.ts', () => ({ working }));
  onTestFinished(() => void vi.doUnmock('#identity/working.ts'));
  const { story, steps, people, knownFor, prices, questions } = working;
  await visit(place.path);
  const main = within(screen.getByRole('main'));
  const headings = main.getAllByRole('heading').map(({ textContent }) => textContent);
  expect(headings.includes(aboutUs.who)).toBe(story.length > 0);
  for (const [heading, entries] of [
    [aboutUs.knownFor, knownFor.map(({ title }) => title)],
    [aboutUs.steps, steps.map(({ title }) => title)],
    [aboutUs.people, people.map(({ name }) => name)],
    [aboutUs.prices, prices.map(({ of }) => of)],
    [aboutUs.questions, questions.map(({ title }) => title)],
  ] as const) {
    expect(main.queryAllByRole('heading', { name: heading })).toHaveLength(Math.min(1, entries.length));
    for (const name of entries) expect(main.getByRole('heading', { name })).toBeVisible();
  }
  const texts = [
    ...[...knownFor, ...questions, ...steps].map(({ text }) => text),
    ...steps.flatMap(({ otherwise }) => (otherwise ? [otherwise.text] : [])),
    ...people.map(({ role }) => role),
    ...story,
  ];
  for (const text of texts) expect(main.getAllByText(text)).not.toEqual([]);
  const { button, subject } = aboutUs.invitation;
  expect(main.getByRole('link', { name: button })).toHaveAttribute('href', pathToAsk(subject));
  // a translator would change names
  for (const { name } of people) expect(main.getByRole('heading', { name })).toHaveAttribute('translate', 'no');
  for (const { from } of prices) expect(main.getByText(`${aboutUs.from} ${from}`)).toBeVisible();
  const pictured = people.flatMap(({ picture }) => (picture ? [picture.alt] : []));
  expect(main.queryAllByRole('img').map((picture) => picture.getAttribute('alt'))).toEqual(pictured);
});
