import { createContext } from 'react';
import { type ContactMessage, type FieldName, fieldNames } from './rules.ts';

/** What a form shows that the endpoint sends back, because it came without script and was refused. */
export interface Prefill {
  readonly values: ContactMessage;
  readonly errors: Readonly<Record<FieldName, string>>;
  readonly invalid: Readonly<Record<FieldName, string>>;
  readonly advice: Readonly<Record<FieldName, string>>;
  /** What happened, and what to do. */
  readonly failure: string;
}

export const Prefilled = createContext<Prefill | undefined>(undefined);

const each = (text: (field: FieldName) => string) =>
  Object.fromEntries(fieldNames.map((field) => [field, text(field)])) as Record<FieldName, string>;

/** What the endpoint puts its own text for (server/src/Form/ContactPage.php). */
export const placeholders: Prefill = {
  values: each((field) => `{{field.${field}}}`),
  errors: each((field) => `{{error.${field}}}`),
  invalid: each((field) => `{{invalid.${field}}}`),
  advice: each((field) => `{{advice.${field}}}`),
  failure: '{{failure}}',
};

export const REFERENCE = '{{reference}}';
