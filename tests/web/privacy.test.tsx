import { describe, expect, test } from 'vitest';
import { privacyFacts } from '#identity/privacy.ts';
import { site } from '../../src/content/site.ts';
import { noticeOf, period } from '../../src/pages/privacy/words.ts';
import type { PrivacyFacts, Site } from '../../src/schema.ts';
import checks from '../contract/spamChecks.json' with { type: 'json' };

const facts: PrivacyFacts = {
  changed: '2026-01-02',
  informationOfficer: 'Officer A',
  hosting: { company: 'Host A', country: 'South Africa' },
  email: { company: 'Mail A', country: 'South Africa' },
  others: [],
  keep: { enquiries: 730, backups: 7, mailbox: 365, accessLog: 45 },
  addressesInAccessLog: 'whole',
  servesEurope: false,
};

const text = (given: PrivacyFacts, firm: Site = site) =>
  noticeOf(firm, given)
    .sections.flatMap(({ paragraphs }) => paragraphs)
    .map((paragraph) =>
      [paragraph]
        .flat()
        .map((part) => (typeof part === 'string' ? part : part.text))
        .join(''),
    )
    .join('\n');

describe('the privacy notice', () => {
  test.each<[string, Partial<PrivacyFacts>, readonly string[], readonly string[]]>([
    ['the officer', { informationOfficer: 'Officer B' }, ['is Officer B'], ['Officer A']],
    [
      'a host abroad',
      { hosting: { company: 'Host B', country: 'Germany' } },
      ['Host B runs the server', 'a server in Germany', 'The law there protects', '72(1)(a)'],
      ['Host A', 'any other country.'],
    ],
    [
      'an email company in a country with another law',
      { email: { company: 'Mail B', country: 'United States', ground: 'agreement' } },
      ['Mail B runs our email', 'in the United States. Our agreement with this company'],
      ['Mail A', 'The law there'],
    ],
    [
      'binding rules',
      { email: { company: 'Mail B', country: 'Kenya', ground: 'rules' } },
      ['in Kenya. The binding rules'],
      [],
    ],
    [
      'a proxy',
      { proxy: { company: 'Edge', country: 'France' } },
      ['Edge passes everything', 'Edge handles your details in France.'],
      [],
    ],
    [
      'another recipient',
      {
        others: [{ company: 'Ledger', country: 'Kenya', ground: 'request', purpose: 'who helps' }],
      },
      ['to Ledger, who helps.', 'Ledger handles your details in Kenya. Without this', '72(1)(c)'],
      ['to anyone else'],
    ],
    [
      'the periods',
      { keep: { enquiries: 365, backups: 14, mailbox: 90, accessLog: 1 } },
      [
        'from our server a year after',
        'keep backups for two weeks',
        'are deleted 90 days after',
        'kept for a day,',
      ],
      ['two years', 'backups for a week', '45 days'],
    ],
    [
      'shortened addresses',
      { addressesInAccessLog: 'shortened' },
      ['browser, and the first part of your network address'],
      ['your whole network address'],
    ],
    ['two directors', { directors: ['Ann', 'Ben'] }, ['Our directors are Ann and Ben.'], []],
    ['one director', { directors: ['Ann'] }, ['Our director is Ann.'], []],
    [
      'an address for service',
      { addressForService: 'PO Box 1' },
      ['Legal documents reach us at PO Box 1.'],
      [],
    ],
    ['Europe', { servesEurope: true }, ['Article 6(1)(b) and (f)'], []],
  ])('changes with %s', (_, change, present, absent) => {
    const before = text(facts);
    const after = text({ ...facts, ...change });
    for (const words of present) {
      expect(before).not.toContain(words);
      expect(after).toContain(words);
    }
    for (const words of absent) expect(after).not.toContain(words);
  });

  test('names the firm, its number, its manual and the day of the last change', () => {
    const { registration: _, paiaManual: __, ...rest } = site;
    const firm = { ...rest, registration: '2020/1/07', paiaManual: '/paia.pdf' };
    expect(text(facts, firm)).toContain('Our registration number is 2020/1/07.');
    expect(text(facts, firm)).toContain('Our PAIA manual says');
    expect(text(facts, rest)).not.toMatch(/registration|PAIA/);
    expect(text(facts, { ...rest, legalName: 'Other CC' })).toContain('Other CC, ');
    expect(noticeOf(site, facts).updated.text).toBe('2 January 2026');
  });

  test('says that nobody else gets the details only if that is true', () => {
    expect(text(facts)).toContain('give your details to anyone else');
    expect(text(facts)).toContain('WhatsApp gets your number');
    expect(text(facts)).toContain('don’t store your details in any other country.');
  });

  test('names each check for spam that the endpoint makes, and the exact grounds', () => {
    for (const { notice } of checks) expect(text(facts)).toContain(notice);
    expect(text(facts)).toMatch(/11\(1\)\(b\).*11\(1\)\(f\)/s);
  });

  test('of this firm names its companies and countries', () => {
    for (const { company, country } of [privacyFacts.hosting, privacyFacts.email]) {
      expect(text(privacyFacts)).toContain(company);
      expect(text(privacyFacts)).toContain(country);
    }
  });

  test.each([
    [1, 'a day'],
    [7, 'a week'],
    [14, 'two weeks'],
    [30, '30 days'],
    [365, 'a year'],
    [730, 'two years'],
    [4380, '12 years'],
  ])('calls %d days %s', (days, words) => expect(period(days)).toBe(words));
});
