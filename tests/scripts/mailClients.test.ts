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

test.for(MAILS.flatMap((mail) => CLIENTS.map((client) => ({ ...mail, client }))))(
  "$client supports the $kind's HTML and CSS, or has a fallback",
  ({ html, client }) => {
    const { issues } = caniemail({ clients: [client], html });
    const missing = [...issues.errors.values()].flat().map(({ title }) => title);

    expect(missing.filter((title) => !(title in FALLBACKS))).toEqual([]);
  },
);
