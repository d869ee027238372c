import { execFileSync } from 'node:child_process';
import { caniemail } from 'caniemail';
import { expect, test } from 'vitest';
import { root } from '../../scripts/environment.mjs';

/** CSS that some mail programs ignore (caniemail.com), and why the mail stays readable. */
const FALLBACKS: Readonly<Record<string, string>> = {
  '@media':
    'The colours of the dark mode, which such programs make by themselves or not at all, and the buttons on paper.',
  'border-radius': 'Square corners.',
  overflow: 'Beside max-height and display: none, for what else hides the preview.',
  'overflow-wrap': 'Beside word-wrap, which says the same.',
  'table-layout': 'Words that are longer than a column make it wider.',
  'white-space': 'The message is in a pre element.',
  'word-wrap': 'The Word of Outlook for Windows breaks long words by itself.',
};
const CLIENTS = [
  'outlook.windows',
  'gmail.desktop-webmail',
  'gmail.android',
  'apple-mail.macos',
  'apple-mail.ios',
] as const;
const MAILS = ['enquiry'].map((kind) => ({
  kind,
  html: execFileSync('php', [`${root}tests/php/sampleMail.php`, kind], { encoding: 'utf8' }),
}));

const missingIn = (html: string, client: (typeof CLIENTS)[number]) =>
  [...caniemail({ clients: [client], html }).issues.errors.values()].flat().map(({ title }) => title);

test('the mail has everything for which it has a fallback', () => {
  const missing = new Set(MAILS.flatMap(({ html }) => CLIENTS.flatMap((client) => missingIn(html, client))));
  expect([...missing].sort()).toEqual(Object.keys(FALLBACKS).sort());
});

test.for(MAILS.flatMap((mail) => CLIENTS.map((client) => ({ ...mail, client }))))(
  "$client supports the $kind's HTML and CSS, or has a fallback",
  ({ html, client }) => {
    expect(missingIn(html, client).filter((title) => !(title in FALLBACKS))).toEqual([]);
  },
);
