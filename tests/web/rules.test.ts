import { describe, expect, test } from 'vitest';
import contact from '../../server/forms/contact/form.json';
import {
  adviceFor,
  checkField,
  emptyMessage,
  type FieldName,
  fieldNames,
  lengthOf,
  normalise,
  normaliseMessage,
  rewriteContactNumber,
} from '../../src/features/contact/api/rules.ts';
import cases from '../contract/cases.json';
import { spell } from './support/contract.ts';

describe("the contract's cases", () => {
  test.each(cases.normalise)('normalise: $description', ({ value, expected }) => {
    expect(normalise(value)).toBe(expected);
  });

  test.each(cases.length)('length: $description', ({ value, expected }) => {
    expect(lengthOf(value)).toBe(expected);
  });

  test.each(cases.contactNumber)('contact number: $description', ({ value, expected }) => {
    expect(rewriteContactNumber(value)).toBe(expected);
  });

  test.each(cases.fields)('$field, $verdict: $description', ({ field, value, verdict }) => {
    const violation = checkField(field as FieldName, spell(value));
    expect(violation?.rule ?? 'valid').toBe(verdict);
  });

  test.each(cases.advice)('advice, $field: $description', ({ field, value, expected }) => {
    const name = field as FieldName;
    const { advice } = { advice: [], ...contact.fields[name] };
    const message = normaliseMessage({ ...emptyMessage, [name]: spell(value) });
    expect(adviceFor(name, message[name])).toBe(
      expected === null ? undefined : advice[expected]?.text,
    );
  });

  // not in the shared cases: a lone surrogate cannot be written as UTF-8
  test('a lone surrogate is replaced, because UTF-8 cannot encode it', () => {
    expect(normalise('hi \ud83d')).toBe('hi \ufffd');
    expect(normalise('hi 💩')).toBe('hi 💩');
  });

  test.each(fieldNames)('the form supports the control of %s', (name) => {
    expect(['text', 'email', 'tel', 'textarea']).toContain(contact.fields[name].control);
  });

  test('cover every field', () => {
    expect(new Set(cases.fields.map(({ field }) => field))).toEqual(new Set(fieldNames));
  });
});
