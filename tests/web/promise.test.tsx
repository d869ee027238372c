import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { phoneHref } from '../../src/content/site.ts';
import { formWords } from '../../src/content/words/form.ts';
import { answersWithin } from '../../src/content/words/openingHours.ts';
import { dayInWords } from '../../src/lib/dayInWords.ts';
import { momentInWords } from '../../src/lib/momentInWords.ts';
import contactPlace from '../../src/pages/contact-us/place.ts';
import contract from '../contract/promises.json';
import { parts } from '../support/parts.ts';
import { endpointAnswers, REFERENCE } from './support/contract.ts';
import { CONFIRMATION, sendNew } from './support/form.ts';
import { visit } from './support/render.tsx';

const { promise, next } = formWords.success;
const main = () => screen.getByRole('main').textContent;

test.each(Object.entries(contract.words))('%s is told as %s, wherever the visitor is', (promised, words) => {
  vi.stubEnv('TZ', 'America/New_York');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(momentInWords(`${promised}:00+02:00`)).toBe(words);
});

test('the day of a post is the same wherever the visitor is', () => {
  vi.stubEnv('TZ', 'America/New_York');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(dayInWords('2026-11-20')).toBe('20 November 2026');
});

test('the confirmation says by when the firm answers, after a reload too', async () => {
  endpointAnswers('success', { 'Enquiry-Reference': REFERENCE, 'Enquiry-Promised-By': '2026-11-27T09:24:00+02:00' });
  await sendNew();
  const confirmation = await screen.findByText(CONFIRMATION);
  const told = promise('Friday 27 November, 09:24');
  expect(confirmation).toHaveTextContent(`${CONFIRMATION} ${told} Your reference is ${REFERENCE}.`);
  expect(main()).toContain(next.promised[0]);
  expect(document.querySelector(`${parts.confirmation} a`)).toHaveAttribute('href', phoneHref);

  await visit(contactPlace.path);
  expect(await screen.findByText(told)).toBeInTheDocument();
});

test('without a promise, the confirmation names no time', async () => {
  endpointAnswers('success', { 'Enquiry-Reference': REFERENCE });
  await sendNew();
  await screen.findByText(CONFIRMATION);
  expect(main()).not.toContain(promise('').slice(0, -1));
  expect(main()).toContain(next.notPromised[0]);
});

test('the page of the form promises what the firm promises', async () => {
  await visit(contactPlace.path);
  if (answersWithin) expect(main()).toContain(answersWithin);
  else expect(main()).not.toContain('working day');
});
