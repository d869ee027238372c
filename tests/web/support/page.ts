import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { Place } from '../../../src/build/schema.ts';
import { env } from '../../../src/config/env.ts';
import { documentTitle } from '../../../src/content/site.ts';
import contactPlace from '../../../src/pages/contact-us/place.ts';

export const head = (selector: string) => document.head.querySelectorAll(selector);

export function expectWholePage(place: Place): void {
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(document.title).toBe(documentTitle(place));
  expect(head('title')).toHaveLength(1);
  expect(head('link[rel=canonical]')[0]).toHaveAttribute('href', `${env.siteUrl}${place.path}`);
  expect(head('meta[property="og:title"]')[0]).toHaveAttribute('content', documentTitle(place));
  expect(head('meta[name=robots]')).toHaveLength(place.isUnlisted ? 1 : 0);
  const asks = within(screen.getByRole('main'))
    .getAllByRole('link')
    .filter((link) => link.getAttribute('href')?.startsWith(`${contactPlace.path}?subject=`));
  expect(asks.length > 0).toBe(place.form === undefined);
}
