import { createContext } from 'react';
import { type ContactMessage, eachField } from './rules.ts';

/** What a form shows that the endpoint sends back, because it came without script and was refused. */
export interface Prefill {
  readonly values: ContactMessage;
  readonly errors: ContactMessage;
  readonly invalid: ContactMessage;
  readonly advice: ContactMessage;
  /** What happened, and what to do. */
  readonly failure: string;
}

export const Prefilled = createContext<Prefill | undefined>(undefined);

/** What the endpoint puts its own text for (server/src/Http/ContactPage.php). */
export const placeholders: Prefill = {
  values: eachField((field) => `{{field.${field}}}`),
  errors: eachField((field) => `{{error.${field}}}`),
  invalid: eachField((field) => `{{invalid.${field}}}`),
  advice: eachField((field) => `{{advice.${field}}}`),
  failure: '{{failure}}',
};

export const REFERENCE = '{{reference}}';
