// The contact rules, as plain functions over the data that PHP reads too.
import contact from '../../../server/rules/contact.json';
import { rewriteContactNumber } from './contactNumber.ts';

/** How the form shows a field; and its rules, in the order in which they are tried. */
export interface FieldEntry {
  readonly label: string;
  readonly control: 'text' | 'email' | 'tel' | 'textarea';
  /**
   * WCAG 1.3.5: what the browser may fill in. Never "off": Chromium would not bring back what was
   * typed when the visitor goes back.
   */
  readonly autocomplete?: string;
  readonly hint?: string;
  /** Where it is missing, the field is optional: while it is empty, it breaks no rule. */
  readonly required?: Rule;
  /** Code points. */
  readonly exactLength?: RuleWithValue<number>;
  /** Code points. */
  readonly maxLength?: RuleWithValue<number>;
  /** Syntax that means the same here (flag `u`) and in PCRE (modifiers `u` and `D`). */
  readonly pattern?: RuleWithValue<string>;
  /** Ways on for whom the rules turn away; the first whose pattern fits (WCAG 3.3.3). */
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
export type RuleName = 'required' | 'exactLength' | 'maxLength' | 'pattern';
export type FieldErrors = Partial<Record<FieldName, string>>;

export interface Violation {
  readonly rule: RuleName;
  readonly message: string;
}

// in JSON, any text could be a control; tests/web/rules.test.ts looks at each
export const fields = contact.fields as Readonly<Record<FieldName, FieldEntry>>;

/** In the order of the form. */
export const fieldNames = Object.keys(fields) as FieldName[];

export const isField = (name: string): name is FieldName => name in fields;

/** A text for every field. */
/* @__NO_SIDE_EFFECTS__ */
export function eachField(text: (field: FieldName) => string): ContactMessage {
  return Object.fromEntries(fieldNames.map((field) => [field, text(field)])) as ContactMessage;
}

/** Fields whose text is rewritten once they are left, where their visitor sees it. */
const rewritings: Partial<Record<FieldName, (typed: string) => string>> = {
  contactNumber: rewriteContactNumber,
};

export const rewrite = (field: FieldName, typed: string): string =>
  rewritings[field]?.(typed) ?? typed;

const whiteSpace = new RegExp(`[${contact.whiteSpace}]`, 'u');

/**
 * What the rules look at and what is sent: line feeds alone, no white space around, and no
 * half of an emoji, which UTF-8 cannot carry.
 */
export function normalise(value: string): string {
  const text = value.replace(/\r\n?/g, '\n').replace(/\p{Surrogate}/gu, '\ufffd');
  // not one pattern for both ends: V8 takes seconds over one when a long text is mostly spaces
  let start = 0;
  let end = text.length;
  while (start < end && whiteSpace.test(text.charAt(start))) start += 1;
  while (end > start && whiteSpace.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Length in code points, so that an emoji counts once here and in PHP. */
export const lengthOf = (value: string): number => [...value].length;

const fits = (pattern: string, text: string): boolean => new RegExp(pattern, 'u').test(text);

/** The first rule of the field that the value breaks; undefined when it breaks none. */
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

/** The message for every field that breaks a rule; empty when the enquiry may be sent. */
export function checkMessage(message: ContactMessage): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of fieldNames) {
    const violation = checkField(field, message[field]);
    if (violation) errors[field] = violation.message;
  }
  return errors;
}

/** Whether a rule is about how a value is written, and not about whether there is one or how long it is. */
const isAboutForm = (rule: string): boolean => rule === 'pattern' || rule === 'exactLength';

/** What somebody can do whose value breaks a rule that says nothing of that. */
export function adviceFor(field: FieldName, value: string): string | undefined {
  const text = normalise(value);
  const { rule = '' } = checkField(field, text) ?? {};
  if (!isAboutForm(rule)) return undefined;
  return fields[field].advice?.find(({ pattern }) => fits(pattern, text))?.text;
}

/** The message as it is sent. */
export const normaliseMessage = (typed: ContactMessage): ContactMessage =>
  eachField((field) => rewrite(field, normalise(typed[field])));

/**
 * What there is of a message. A field that was left empty is as one that there is not: the key and the
 * body of a message stay the same as the form gets another.
 */
export const contentOf = (message: ContactMessage): Partial<ContactMessage> =>
  Object.fromEntries(Object.entries(message).filter(([, text]) => text !== ''));

export const emptyMessage = eachField(() => '');
