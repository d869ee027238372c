import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { working } from '#identity/working.ts';
import { visit } from '../../../tests/web/support/render.tsx';
import type { Working } from '../../build/schema.ts';
import place from './place.ts';
import { aboutUs } from './words.ts';

const { steps, people, prices, questions }: Working = working;

test('about us shows what the firm tells about its work, and no empty part', async () => {
  await visit(place.path);
  const main = within(screen.getByRole('main'));
  for (const [heading, entries] of [
    [aboutUs.steps, steps.map(({ title }) => title)],
    [aboutUs.people, people.map(({ name }) => name)],
    [aboutUs.prices, prices.map(({ of }) => of)],
    [aboutUs.questions, questions.map(({ title }) => title)],
  ] as const) {
    expect(main.queryAllByRole('heading', { name: heading })).toHaveLength(Math.min(1, entries.length));
    for (const name of entries) expect(main.getByRole('heading', { name })).toBeVisible();
  }
  for (const { from } of prices) expect(main.getByText(`${aboutUs.from} ${from}`)).toBeVisible();
  for (const { picture } of people) {
    if (picture) expect(main.getByRole('img', { name: picture.alt })).toBeInTheDocument();
  }
});
