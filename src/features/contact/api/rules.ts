import contact from '../../../../server/forms/contact/form.json';
import { whiteSpace as blanks } from '../../../../server/forms/text.json';

/** The rules are in the order in which they are checked. */
export interface FieldEntry {
  readonly label: string;
  readonly control: 'text' | 'email' | 'tel' | 'textarea';
  /** WCAG 1.3.5. Never "off": Chromium would not restore the text when the visitor goes back. */
  readonly autocomplete?: string;
  readonly hint?: string;
  /** Fields without this rule are optional. */
  readonly required?: Rule;
  /** In code points. */
  readonly exactLength?: RuleWithValue<number>;
  readonly maxLength?: RuleWithValue<number>;
  /** Syntax that means the same here (flag `u`) and in PCRE (modifiers `u` and `D`). */
  readonly pattern?: RuleWithValue<string>;
  /** Help for an invalid value; the first matching entry is shown (WCAG 3.3.3). */
  readonly advice?: readonly { readonly pattern: string; readonly text: string }[];
}

interface Rule {
  readonly message: string;
}

interface RuleWithValue<T> extends Rule {
  readonly value: T;
}

type Entries = typeof contact.fields;

export type FieldName = keyof Entries;
export type RequiredFieldName = {
  [Name in FieldName]: Entries[Name] extends { readonly required: Rule } ? Name : never;
}[FieldName];
export type ContactMessage = Readonly<Record<FieldName, string>>;

export interface Violation {
  readonly rule: 'required' | 'exactLength' | 'maxLength' | 'pattern';
  readonly message: string;
}

// JSON has no literal types; tests/web/rules.test.ts checks each control
export const fields = contact.fields as Readonly<Record<FieldName, FieldEntry>>;

export const fieldNames = Object.keys(fields) as FieldName[];

export const isField = (name: string): name is FieldName => name in fields;

/* @__NO_SIDE_EFFECTS__ */
export function eachField(text: (field: FieldName) => string): ContactMessage {
  return Object.fromEntries(fieldNames.map((field) => [field, text(field)])) as ContactMessage;
}

const SEPARATORS = /[\s().\-/\u2010-\u2015\u200e\u200f\u202a-\u202e\u2060-\u2069]/g;

/** Rewrites `082 123 4567`, `+27 (0)82 123 4567`, `0027…` and `82 123 4567` to ten digits, and nothing else. */
export function rewriteContactNumber(typed: string): string {
  const national = typed
    .replace(SEPARATORS, '')
    .replace(/^(?:\+|00)?27(?=0?\d{9}$)0?/, '0')
    .replace(/^(?=[6-8]\d{8}$)/, '0');
  return /^0\d{9}$/.test(national) ? national : typed;
}

export const rewrite = (field: FieldName, typed: string): string =>
  field === 'contactNumber' ? rewriteContactNumber(typed) : typed;

const whiteSpace = new RegExp(`[${blanks}]`, 'u');

/** Trims, turns line ends into line feeds, and replaces lone surrogates, which UTF-8 cannot carry. */
export function normalise(value: string): string {
  const text = value.replace(/\r\n?/g, '\n').replace(/\p{Surrogate}/gu, '\ufffd');
  // a regular expression takes V8 seconds on a long text of spaces
  let start = 0;
  let end = text.length;
  while (start < end && whiteSpace.test(text.charAt(start))) start += 1;
  while (end > start && whiteSpace.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Length in code points, so that an emoji counts once here and in PHP. */
export const lengthOf = (value: string): number => [...value].length;

const fits = (pattern: string, text: string): boolean => new RegExp(pattern, 'u').test(text);

export function checkField(field: FieldName, value: string): Violation | undefined {
  const { required, exactLength, maxLength, pattern } = fields[field];
  const text = normalise(value);
  if (text === '') return required && { rule: 'required', message: required.message };
  const length = lengthOf(text);
  if (exactLength && length !== exactLength.value) {
    return { rule: 'exactLength', message: exactLength.message };
  }
  if (maxLength && length > maxLength.value) {
    return { rule: 'maxLength', message: maxLength.message };
  }
  if (pattern && !fits(pattern.value, text)) {
    return { rule: 'pattern', message: pattern.message };
  }
  return undefined;
}

export function checkMessage(message: ContactMessage): Partial<Record<FieldName, string>> {
  const errors: Partial<Record<FieldName, string>> = {};
  for (const field of fieldNames) {
    const violation = checkField(field, message[field]);
    if (violation) errors[field] = violation.message;
  }
  return errors;
}

/** Empty and too long values need no advice. */
export function adviceFor(field: FieldName, value: string): string | undefined {
  const text = normalise(value);
  const rule = checkField(field, text)?.rule;
  if (rule !== 'pattern' && rule !== 'exactLength') return undefined;
  return fields[field].advice?.find(({ pattern }) => fits(pattern, text))?.text;
}

export const normaliseMessage = (typed: ContactMessage): ContactMessage =>
  eachField((field) => rewrite(field, normalise(typed[field])));

/** Without empty fields: a new optional field changes neither the key nor the body of a message. */
export const contentOf = (message: ContactMessage): Partial<ContactMessage> =>
  Object.fromEntries(Object.entries(message).filter(([, text]) => text !== ''));

export const emptyMessage = eachField(() => '');
