import { screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { home as own } from '#identity/home.ts';
import { home as other } from '../../../tests/identity/home.ts';
import { visit } from '../../../tests/web/support/render.tsx';
import { site } from '../../content/site.ts';
import type { HomeClaims } from '../../prerender/schema.ts';
import place from './place.ts';
import { home } from './words.ts';

test.each<[string, HomeClaims]>([
  ['the firm', own],
  ['another firm', other],
  ['a firm that only says hello', { lead: 'Hello.', reasons: [], quotations: [] }],
])('the home page shows the claims of %s, and no empty part', async (_, claims) => {
  vi.doMock('#identity/home.ts', () => ({ home: claims }));
  onTestFinished(() => void vi.doUnmock('#identity/home.ts'));
  await visit(place.path);
  const main = within(screen.getByRole('main'));
  expect(main.getByText(claims.lead)).toBeVisible();
  expect(main.queryAllByRole('heading', { name: home.why })).toHaveLength(Math.min(1, claims.reasons.length));
  for (const { title } of claims.reasons) expect(main.getByRole('heading', { name: title })).toBeVisible();
  const proof = site.proof ? main.queryAllByRole('link', { name: site.proof.text }) : [];
  const hasProof = site.proof && claims.reasons.length > 0;
  expect(proof.map((link) => link.getAttribute('href'))).toEqual(hasProof ? [site.proof?.href] : []);
  const quotations = main.queryAllByRole('figure').map(({ textContent }) => textContent);
  expect(quotations).toEqual(
    claims.quotations.map(({ text, attribution, isExample }) => text + (isExample ? home.example : '') + attribution),
  );
});
