import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { facts } from '#identity/privacy.ts';
import { formFolders } from '../../scripts/formFiles.mjs';
import { site } from '../../src/content/site.ts';
import { LOG_DAYS, partsOf, spamChecks } from '../../src/pages/privacy/words.ts';
import { type FormField, type PrivacyFacts, privacyFacts } from '../../src/prerender/schema.ts';
import notice from '../contract/notice.json';

const textOf = (changes: Partial<PrivacyFacts> = {}, fields?: readonly FormField[]) =>
  partsOf({ ...facts, ...changes }, fields)
    .flatMap(({ paragraphs }) => paragraphs)
    .map((paragraph) =>
      [paragraph]
        .flat()
        .map((part) => (typeof part === 'string' ? part : part.text))
        .join(''),
    )
    .join('\n');

const at = (company: string, country: string) => ({ company, country });
const home = { hosting: at('Here', 'South Africa'), email: at('Near', 'RSA'), others: [] };
const whatSends = { does: 'sends our newsletter', keeps: 'until you unsubscribe' };

const text = (label: string): FormField => ({ name: label.toLowerCase(), label, control: 'text' });
const box = (label: string, name = 'consent'): FormField => ({ name, label, control: 'checkbox' });
const message = [text('Name'), text('Message')];

describe('the privacy notice', () => {
  test.each<[string, Partial<PrivacyFacts>, string]>([
    ['hosting', { hosting: at('New Host', 'Germany') }, 'New Host (Germany) runs the server'],
    ['email', { email: at('New Mail', 'France') }, 'New Mail (France) runs our email'],
    [
      'one company',
      { hosting: at('Both', 'Germany'), email: at('Both', 'germany') },
      'Both (Germany) runs the server of this site and our email.',
    ],
    [
      'proxy',
      { proxy: { ...at('New CDN', 'Ireland'), keeps: 'for three days' } },
      'New CDN (Ireland) passes on what your browser and our server send each other, and can read it. It keeps your details for three days.',
    ],
    [
      'what others do',
      { others: [{ ...at('New CRM', 'Spain'), ...whatSends }] },
      'so that New CRM sends our newsletter',
    ],
    [
      'others',
      { others: [{ ...at('New CRM', 'Spain'), ...whatSends }] },
      'New CRM (Spain) sends our newsletter. It keeps your details until you unsubscribe.',
    ],
    ['enquiries', { days: { ...facts.days, enquiries: 45 } }, 'keeps each message for 45 days from the day'],
    ['backups', { days: { ...facts.days, backups: 60 } }, 'messages are deleted after two months.'],
    ['mailbox', { days: { ...facts.days, mailbox: 1095 } }, 'mailbox after three years.'],
    ['accessLog', { days: { ...facts.days, accessLog: 21 } }, 'these logs after three weeks.'],
    [
      'shortened',
      { accessLog: 'shortened' },
      'your browser and the first part of your network address. If something fails, it may',
    ],
    ['full', { accessLog: 'full' }, 'your browser and your whole network address.'],
    ['informationOfficer', { informationOfficer: 'A. Officer' }, 'officer is A. Officer.'],
    ['one reader', { readers: 1 }, 'We get your message by email. '],
    ['readers', { readers: 2 }, 'Our team gets your message by email. '],
    ['one director', { directors: ['A'] }, 'Our director is A.'],
    ['directors', { directors: ['A', 'B', 'C'] }, 'Our directors are A, B and C.'],
    ['addressForService', { addressForService: 'PO Box 1' }, 'address for service is PO Box 1.'],
    ['sendsMarketing', { sendsMarketing: true }, 'don’t sell them. We only use them for marketing if you agreed'],
    ['hasVisitorsFromEurope', { hasVisitorsFromEurope: true }, /Article 6\(1\)\((?:a\), \()?b\) and \(f\)/.source],
    ['representative', { representative: 'Rep GmbH, Berlin' }, 'Union (Article 27 of the GDPR) is Rep GmbH, Berlin.'],
  ])('says what the firm says about %s', (fact, changes, sentence) => {
    if (fact === 'hasVisitorsFromEurope') expect(textOf(changes)).toMatch(new RegExp(sentence));
    else expect(textOf(changes)).toContain(sentence);
  });

  test('names each field of each form once, by its label', () => {
    const written = formFolders().map((folder) => JSON.parse(readFileSync(`${folder}/form.json`, 'utf8')).fields);
    const labels = written.flatMap((fields) => Object.values<FormField>(fields)).map(({ label }) => label);
    const [collected = ''] = textOf().match(/We store what you fill in: .*? We also store/) ?? [];
    // a sentence is quoted without its full stop
    for (const label of labels) expect(collected).toContain(label.replace(/\.$/, ''));

    const twice = [...message, ...message, text('Budget'), text('What’s a good time?'), text('Town and country')];
    expect(textOf({}, twice)).toContain(
      'fill in: Name, Message, Budget, “What’s a good time?” and “Town and country”. We also store the time',
    );
  });

  test('a box brings the right to withdraw the consent', () => {
    const calm = { ...home, sendsMarketing: false };
    const without = textOf(calm, message);
    expect(without).not.toMatch(/consent|ticked|agreed/);
    expect(without).toContain('sell them or use them for marketing.');

    const asked = textOf({ ...calm, hasVisitorsFromEurope: true }, [
      ...message,
      box('You may send me your newsletter.'),
    ]);
    expect(asked).toContain('whether you ticked “You may send me your newsletter”. ');
    expect(asked).toContain('You can withdraw your consent at any time (section 11(2)(b))');
    expect(asked).toContain('Article 6(1)(a), (b) and (f)');
    expect(asked).toContain('for marketing if you agreed to it');
    expect(asked).not.toContain('or use them for marketing');
  });

  test('names WhatsApp if the form asks, or if people can write to the firm there', () => {
    const asked = textOf(home, [...message, box('You may answer me on WhatsApp.', 'whatsApp')]);
    expect(asked).toContain(
      `answer you on WhatsApp if you tick its box in our form${site.whatsApp ? ' or write to us there first' : ''}.`,
    );
    expect(asked).toContain('withdraw your consent');
    expect(asked).toContain('Apart from WhatsApp, we don’t send');
    expect(textOf(home, message).includes('WhatsApp')).toBe(site.whatsApp !== '');
  });

  test('names the countries and what protects people there', () => {
    expect(textOf(home, message)).toMatch(/All of this happens in South Africa\. (?:Apart|We don’t send)/);
    const abroad = textOf({
      ...home,
      hosting: at('A', 'Holland'),
      email: at('Near', 'U.K.'),
      others: [
        { ...at('B', 'Kenya'), ground: 'consent', ...whatSends },
        { ...at('C', 'Switzerland'), ground: 'agreement', ...whatSends },
        { ...at('D', 'USA'), ground: 'contract', ...whatSends },
      ],
    });
    expect(abroad).toContain('In the Netherlands and the United Kingdom, a law called the GDPR protects');
    expect(abroad).toContain('B (Kenya) only gets them if you agreed to that (section 72(1)(b)).');
    expect(abroad).toContain('withdraw your consent');
    expect(abroad).toContain('We rely on our contract with C (Switzerland): it protects your details');
    expect(abroad).toContain('D (the United States) sends');
    expect(abroad).toContain('Without D (the United States), we couldn’t do what you ask us for');
    expect(abroad).not.toMatch(/The law of|All of this happens/);
  });

  test.each([
    ['the United Kingdom', ['UK', 'U.K.', 'United Kingdom', 'The United Kingdom', 'Great Britain', 'England', 'GB']],
    ['the Netherlands', ['Netherlands', 'The Netherlands', 'the netherlands', 'Holland', 'NL']],
    ['South Africa', ['RSA', 'Republic of South Africa', 'south africa ', 'ZA']],
    ['Czechia', ['Czech Republic', 'The Czech Republic']],
    ['the European Union', ['EU', 'European Union', 'EEA']],
  ])('knows %s by its usual spellings', (country, spellings) => {
    for (const spelling of spellings) {
      expect(v.safeParse(privacyFacts, { ...facts, hosting: at('A', spelling) }).success, spelling).toBe(true);
      expect(textOf({ hosting: at('A', spelling) })).toContain(`A (${country}) runs`);
    }
  });

  test('says nothing about what the firm does not do', () => {
    const calm = { ...home, sendsMarketing: false, hasVisitorsFromEurope: false, representative: '' };
    expect(textOf(calm, message)).not.toMatch(/European|GDPR|Article|consent/);
    expect(textOf({ ...calm, representative: 'Rep GmbH' }, message)).toContain('If you are in the European Union');
  });

  // tests/php holds the endpoint to the same facts
  test('says how long the endpoint keeps its log', () => {
    expect(LOG_DAYS).toBe(notice.logDays);
    expect(textOf()).toContain('deleted after five weeks at most');
  });

  test('names the PAIA manual of a firm that has one', () => {
    expect(textOf().includes('our PAIA manual')).toBe(site.paiaManual !== undefined);
  });

  test('lists every check for spam that the endpoint makes', () => {
    expect(spamChecks.map(({ mark }) => mark)).toEqual(notice.spamSigns.map(({ mark }) => mark));
    for (const { text } of spamChecks) expect(textOf()).toContain(text);
  });
});
