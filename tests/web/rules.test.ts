import { describe, expect, test } from 'vitest';
import contact from '../../server/forms/contact/form.json';
import { createRules, lengthOf, normalise } from '../../src/features/form/api/rules.ts';
import { suggestEmail } from '../../src/features/form/ui/suggestEmail.ts';
import contract from '../contract/answers.json';
import cases from '../contract/cases.json';
import contactNumbers from '../contract/numbers.json';
import callback from '../identity/forms/callback/form.json';
import landlines from '../identity/numbers/landlines.json';
import worldwide from '../identity/numbers/worldwide.json';
import { spell } from './support/contract.ts';

const rules = createRules(contact);
const ofCallback = createRules(callback);
const { name: added, entry } = cases.addedField;
const withAddedField = createRules({ ...contact, fields: { ...contact.fields, [added]: entry } });

/** Of the contact form, and those that docs/editing.md proposes to other firms. */
const shapes: readonly (readonly [name: string, entry: object, cases: Numbers])[] = [
  ['the contact form', contact.fields.contactNumber, contactNumbers],
  ['landlines', landlines.entry, landlines.cases],
  ['any country', worldwide.entry, worldwide.cases],
];

type Value = Parameters<typeof spell>[0];

interface Advised {
  readonly is: string;
  readonly value: Value;
  /** The position in form.json; null for no advice. */
  readonly expected: number | null;
  /** The number that the advice says. */
  readonly digits?: number;
}

interface Numbers {
  readonly rewrites: readonly { readonly is: string; readonly value: Value; readonly expected: Value }[];
  readonly fields: readonly { readonly is: string; readonly value: Value; readonly verdict: string }[];
  readonly advice: readonly Advised[];
}

/** The cases of every field. */
const listed = <Row extends { readonly value: Value }>(cases: Readonly<Record<string, readonly Row[]>>) =>
  Object.entries(cases).flatMap(([field, rows]) => rows.map((row) => ({ field, ...row })));

describe("the contract's cases", () => {
  test.each(cases.normalise)('normalise: $is', ({ value, expected }) => {
    expect(normalise(value)).toBe(expected);
  });

  test.each(cases.length)('length: $is', ({ value, expected }) => {
    expect(lengthOf(value)).toBe(expected);
  });

  test.each(listed(cases.rewrites))('$field is rewritten: $is', ({ field, value, expected }) => {
    expect(rules.rewrite(field, spell(value))).toBe(spell(expected));
  });

  test.each(cases.suggestions)('$value may mean $expected', ({ value, expected }) => {
    const meant = suggestEmail(value, (address) => rules.violated('email', address) === undefined);
    expect(meant ?? null).toBe(expected);
  });

  test.each(listed(cases.fields))('$field, $verdict: $is', ({ field, value, verdict }) => {
    const violation = rules.violated(field, spell(value));
    expect(violation ?? 'valid').toBe(verdict);
  });

  test.each(listed(cases.callback))('$field, $verdict: $is', ({ field, value, verdict }) => {
    expect(ofCallback.violated(field, value) ?? 'valid').toBe(verdict);
  });

  test.each(cases.addedField.cases)('an optional field, $verdict: $is', ({ value, verdict }) => {
    expect(withAddedField.violated(added, spell(value)) ?? 'valid').toBe(verdict);
  });

  const expectAdvice = (of: typeof rules, field: string, { value, expected, digits }: Advised) => {
    const message = of.normalise({ [field]: spell(value) });
    const text = expected === null ? undefined : of.entryOf(field).advice?.[expected]?.text;
    expect(text?.includes('{digits}') ?? false).toBe(digits !== undefined);
    expect(of.adviceFor(field, message[field])).toBe(text?.replace('{digits}', String(digits)));
  };

  test.each(listed<Advised>(cases.advice))('advice, $field: $is', ({ field, ...advised }) => {
    expectAdvice(rules, field, advised);
  });

  describe.each(shapes)('numbers of %s:', (_, entry, { rewrites, fields, advice }) => {
    const numbers = createRules({ title: 'Numbers', roles: {}, fields: { number: entry } });

    test.each(rewrites)('rewritten: $is', ({ value, expected }) => {
      expect(numbers.rewrite('number', spell(value))).toBe(spell(expected));
    });

    test.each(fields)('$verdict: $is', ({ value, verdict }) => {
      expect(numbers.violated('number', spell(value)) ?? 'valid').toBe(verdict);
    });

    test.each(advice)('advice: $is', (advised) => {
      expectAdvice(numbers, 'number', advised);
    });
  });

  // not in the shared cases: a lone surrogate cannot be written as UTF-8
  test('a lone surrogate is replaced, because UTF-8 cannot encode it', () => {
    expect(normalise('hi \ud83d')).toBe('hi \ufffd');
    expect(normalise('hi 💩')).toBe('hi 💩');
  });

  test('a number without a rule for its shape stays as typed, because it may be two', () => {
    const free = createRules({ title: 'Free', roles: {}, fields: { number: { label: 'Number', control: 'tel' } } });
    expect(free.rewrite('number', '082 123 4567, 021 123 4567')).toBe('082 123 4567, 021 123 4567');
    expect(free.rewrite('number', '+27 82 123 4567')).toBe('+27 82 123 4567');
  });

  test('of a name count for a surname too', () => {
    const { name, surname } = contact.fields;
    expect([surname.pattern.value, surname.maxLength.value]).toEqual([name.pattern.value, name.maxLength.value]);
  });

  test('the advice on numbers says what their rules accept', () => {
    const { pattern, advice } = contact.fields.contactNumber;
    const said = advice.find(({ text }) => text.includes('numbers that begin with'))?.text;
    // another firm's rules may need no such list
    if (said === undefined) return;
    const three = (number: number) => String(number).padStart(3, '0');
    const named = [...said.matchAll(/(\d{3})(?: to (\d{3}))?/g)].flatMap(([, from, to = from]) =>
      Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => three(Number(from) + index)),
    );
    const beginnings = Array.from({ length: 1000 }, (_, index) => three(index));
    const accepted = beginnings.filter((start) => new RegExp(pattern.value, 'u').test(`${start}1234567`));
    expect(named).toEqual(accepted);
  });

  test('cover each of the six original fields', () => {
    expect(new Set([...Object.keys(cases.fields), 'contactNumber'])).toEqual(new Set(Object.keys(contract.message)));
  });
});
