import text from '../../../../server/forms/text.json';

/** The rules are in the order in which they are checked. */
export interface FieldEntry {
  readonly label: string;
  readonly control: 'text' | 'email' | 'tel' | 'textarea' | 'select' | 'checkbox';
  /** WCAG 1.3.5. Never "off": Chromium would not restore the text when the visitor goes back. */
  readonly autocomplete?: string;
  readonly hint?: string;
  /** Fields without this rule are optional. A checkbox has no rule. */
  readonly required?: Rule;
  /** The choices of a select. */
  readonly options?: Rule & { readonly values: readonly string[] };
  /** In code points. */
  readonly exactLength?: Rule & { readonly value: number };
  readonly maxLength?: Rule & { readonly value: number };
  /** Syntax that means the same here (flag `u`) and in PCRE (modifiers `u` and `D`). */
  readonly pattern?: Rule & { readonly value: string };
  /**
   * Help for an invalid value; the first entry that matches the value as it is read is shown (WCAG 3.3.3). In the text,
   * {digits} stands for the number of digits in that value.
   */
  readonly advice?: readonly { readonly pattern: string; readonly text: string }[];
}

interface Rule {
  readonly message: string;
}

/** server/forms/<form>/form.json. Each role names the fields that have it. */
export interface Definition {
  readonly title: string;
  readonly roles: {
    readonly name?: readonly string[];
    readonly email?: string;
    readonly number?: string;
    readonly subject?: string;
    readonly message?: string;
  };
  /** Each is a FieldEntry: scripts/form.schema.json checks it, because the type of JSON has no literals. */
  readonly fields: Readonly<Record<string, object>>;
}

/** A text for each field of a form. */
export type Values = Readonly<Record<string, string>>;

/** What react-hook-form reads from the controls: false for a checkbox that is not ticked. */
export type Typed = Readonly<Record<string, string | false>>;

/** The value of a ticked checkbox. */
export const TICKED = 'yes';

const whiteSpace = new RegExp(`[${text.whiteSpace}]`, 'u');

/** Trims, turns line ends into line feeds, and replaces lone surrogates, which UTF-8 cannot carry. */
export function normalise(value: string): string {
  const lines = value.replace(/\r\n?/g, '\n');
  // the pattern with the flag u is slow on a long text
  const text = /[\ud800-\udfff]/.test(lines) ? lines.replace(/\p{Surrogate}/gu, '\ufffd') : lines;
  // a regular expression takes V8 seconds on a long text of spaces
  let start = 0;
  let end = text.length;
  while (start < end && whiteSpace.test(text.charAt(start))) start += 1;
  while (end > start && whiteSpace.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

type Step = readonly [pattern: RegExp, replacement: string];

/** What is read in another way than it is written, by role or control. PHP does the same (Reading.php). */
const steps = new Map<string, readonly Step[]>(
  Object.entries(text.rewrites).map(([kind, written]) => [
    kind,
    written.map(([pattern = '', replacement = '']): Step => [new RegExp(pattern, 'gu'), replacement]),
  ]),
);

/** In UTF-16 code units. Longer texts are neither names nor addresses nor numbers. */
const LONGEST_READ = 254;

/** Trims the text and applies the steps for this kind of field, if it has any. */
function readAs(kind: string, typed: string): string {
  const rewrites = typed.length > LONGEST_READ ? undefined : steps.get(kind);
  return rewrites?.reduce((text, [from, to]) => text.replace(from, to), normalise(typed)) ?? typed;
}

/** Length in code points, so that an emoji counts once here and in PHP. */
export const lengthOf = (value: string): number => [...value].length;

/** Compiled once: each key checks all fields. */
const compiled = new Map<string, RegExp>();

function fits(pattern: string, text: string): boolean {
  const found = compiled.get(pattern) ?? new RegExp(pattern, 'u');
  compiled.set(pattern, found);
  return found.test(text);
}

/** Without empty fields: a new optional field changes neither the key nor the body of a message. */
export const contentOf = (message: Values): Values =>
  Object.fromEntries(Object.entries(message).filter(([, text]) => text !== ''));

/** The first rule that the text violates. */
function violatedRule(entry: FieldEntry, text: string) {
  const { required, options, exactLength, maxLength, pattern } = entry;
  if (text === '') return required && 'required';
  const length = lengthOf(text);
  if (options && !options.values.includes(text)) return 'options';
  if (exactLength && length !== exactLength.value) return 'exactLength';
  if (maxLength && length > maxLength.value) return 'maxLength';
  if (pattern && !fits(pattern.value, text)) return 'pattern';
  return undefined;
}

export type Rules = ReturnType<typeof createRules>;

/** The rules of one form. */
export function createRules({ title, roles, fields }: Definition) {
  const fieldNames = Object.keys(fields);

  const eachField = (text: (field: string) => string): Values =>
    Object.fromEntries(fieldNames.map((field) => [field, text(field)]));

  function entryOf(field: string): FieldEntry {
    const entry = fields[field];
    if (entry === undefined) throw new Error(`The ${title} has no field "${field}".`);
    return entry as FieldEntry;
  }

  const violated = (field: string, value: string) => violatedRule(entryOf(field), normalise(value));

  const read = (field: string, typed: string): string =>
    readAs(roles.name?.includes(field) ? 'name' : entryOf(field).control, typed);

  /**
   * What the field shows when it is left: names and numbers are rewritten only to valid ones. Without a rule for their
   * shape, two numbers would be read as one.
   */
  function rewrite(field: string, typed: string): string {
    const text = read(field, typed);
    const { control, exactLength, pattern } = entryOf(field);
    if (control === 'email') return text;
    const isRead = control === 'tel' ? (exactLength ?? pattern) !== undefined : text !== normalise(typed);
    return isRead && violated(field, text) === undefined ? text : typed;
  }

  /** Empty and too long values need no advice. */
  function adviceFor(field: string, value = ''): string | undefined {
    const rule = violated(field, value);
    if (rule !== 'pattern' && rule !== 'exactLength') return undefined;
    const text = normalise(read(field, value));
    const advice = entryOf(field).advice?.find(({ pattern }) => fits(pattern, text))?.text;
    return advice?.replace('{digits}', String(text.match(/[0-9]/g)?.length ?? 0));
  }

  /** By field. */
  const errorsOf = (message: Values): Values =>
    Object.fromEntries(
      fieldNames.flatMap((field) => {
        const rule = violated(field, message[field] ?? '');
        return rule ? [[field, entryOf(field)[rule]?.message ?? '']] : [];
      }),
    );

  const normaliseAll = (typed: Typed): Values => eachField((field) => normalise(rewrite(field, typed[field] || '')));

  return {
    title,
    roles,
    fieldNames,
    entryOf,
    violated,
    rewrite,
    isField: (name: string): boolean => Object.hasOwn(fields, name),

    errorsOf,
    adviceFor,

    /** Compiles the patterns and this code, which would delay the first key. */
    prepare(): void {
      errorsOf(normaliseAll(eachField(() => '-')));
      for (const field of fieldNames) adviceFor(field, '-');
    },

    valuesOf: (typed: Typed): Values => eachField((field) => typed[field] || ''),

    normalise: normaliseAll,
  };
}
