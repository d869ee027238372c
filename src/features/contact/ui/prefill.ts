import { createContext } from 'react';
import { type ContactMessage, eachField } from '../api/rules.ts';

/** The values and errors of an invalid form that was sent without script. */
export interface Prefill {
  readonly values: ContactMessage;
  readonly errors: ContactMessage;
  readonly invalid: ContactMessage;
  readonly advice: ContactMessage;
  readonly failure: string;
}

export const Prefilled = createContext<Prefill | undefined>(undefined);

/** The endpoint replaces these (server/src/Http/ContactPage.php). */
export const placeholders: Prefill = {
  values: eachField((field) => `{{field.${field}}}`),
  errors: eachField((field) => `{{error.${field}}}`),
  invalid: eachField((field) => `{{invalid.${field}}}`),
  advice: eachField((field) => `{{advice.${field}}}`),
  failure: '{{failure}}',
};

export const REFERENCE = '{{reference}}';
