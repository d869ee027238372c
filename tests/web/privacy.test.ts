import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { root } from '../../scripts/environment.mjs';
import { facts } from '../../src/identity/privacy.ts';
import { LOG_DAYS, partsOf, spamChecks } from '../../src/pages/privacy/words.ts';
import type { PrivacyFacts } from '../../src/schema.ts';

const textOf = (changes: Partial<PrivacyFacts> = {}) =>
  partsOf({ ...facts, ...changes })
    .flatMap(({ paragraphs }) => paragraphs)
    .map((paragraph) =>
      [paragraph]
        .flat()
        .map((part) => (typeof part === 'string' ? part : part.text))
        .join(''),
    )
    .join('\n');

const at = (company: string, country: string) => ({ company, country });
const home = { hosting: at('Here', 'South Africa'), email: at('Near', 'South Africa'), others: [] };

describe('the privacy notice', () => {
  test.each<[string, Partial<PrivacyFacts>, string]>([
    ['hosting', { hosting: at('New Host', 'Germany') }, 'New Host (Germany) runs the server'],
    ['email', { email: at('New Mail', 'France') }, 'New Mail (France) runs our email'],
    ['proxy', { proxy: at('New CDN', 'Ireland') }, 'New CDN (Ireland) receives what your browser sends'],
    [
      'others',
      { others: [{ ...at('New CRM', 'Spain'), does: 'keeps a list of our customers' }] },
      'New CRM (Spain) keeps a list of our customers.',
    ],
    ['enquiries', { days: { ...facts.days, enquiries: 45 } }, 'for at most 45 days from the day'],
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
    ['directors', { directors: ['A', 'B', 'C'] }, 'Our directors are A, B and C.'],
    ['addressForService', { addressForService: 'PO Box 1' }, 'address for service is PO Box 1.'],
    ['answersOnWhatsApp', { answersOnWhatsApp: true }, 'We only answer you on WhatsApp'],
    ['hasVisitorsFromEurope', { hasVisitorsFromEurope: true }, 'Article 6(1)(b) and (f)'],
  ])('says what the firm says about %s', (_, changes, sentence) => {
    expect(textOf(changes)).toContain(sentence);
  });

  test('names the countries and what protects people there', () => {
    const calm = { ...home, answersOnWhatsApp: false };
    expect(textOf(calm)).toContain('All of this happens in South Africa. We don’t send');
    expect(textOf({ ...home, answersOnWhatsApp: true })).toContain('Apart from WhatsApp, we don’t');
    const abroad = textOf({
      ...calm,
      hosting: at('A', 'Germany'),
      others: [{ ...at('B', 'Kenya'), ground: 'consent', does: 'keeps a list of our customers' }],
    });
    expect(abroad).toContain('In Germany, a law called the GDPR protects');
    expect(abroad).toContain('The law of Kenya doesn’t protect your details as POPIA does.');
    expect(abroad).toContain('to B if you agreed to that (section 72(1)(b))');
    expect(abroad).not.toContain('All of this happens');
  });

  test('says nothing about what the firm does not do', () => {
    const text = textOf({ ...home, answersOnWhatsApp: false, hasVisitorsFromEurope: false });
    expect(text).not.toMatch(/WhatsApp|European|GDPR/);
  });

  test('says how long the endpoint keeps its log', () => {
    const code = readFileSync(`${root}server/src/Log/LogFile.php`, 'utf8');
    expect(code).toContain(`MOST_DAYS = ${LOG_DAYS};`);
    expect(textOf()).toContain('deleted after five weeks at most');
  });

  test('lists every check for spam that the endpoint makes', () => {
    const code = readFileSync(`${root}server/src/Http/SpamSigns.php`, 'utf8');
    const signs = [...code.matchAll(/\$(?:strong|weak) = (?:array_filter\()?\[(.*?)\n {8}\]/gs)].map(
      ([, list]) => list,
    );
    const reasons = [...signs.join('').matchAll(/^ {12}(\S.*?)(?: =>|$)/gm)].map(([, reason = '']) => reason);
    const marks = spamChecks.map(({ mark }) => mark);
    expect(reasons.filter((reason) => !marks.some((mark) => reason.includes(mark)))).toEqual([]);
    expect(marks.filter((mark) => !reasons.some((reason) => reason.includes(mark)))).toEqual([]);
    expect(reasons).toHaveLength(marks.length);
  });
});
