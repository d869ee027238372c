import { createContext } from 'react';
import type { Rules, Values } from '../api/rules.ts';

/** The values and errors of an invalid form that was sent without script. */
export interface Prefill {
  readonly values: Values;
  readonly errors: Values;
  readonly invalid: Values;
  readonly advice: Values;
  readonly failure: string;
  /** The attribute in whose place the endpoint chooses an option or ticks a box. */
  readonly chosen?: (choice: string) => string;
}

export const Prefilled = createContext<Prefill | undefined>(undefined);

/** The endpoint replaces these (server/src/Http/RefusedPage.php). */
export const placeholders = ({ eachField }: Rules): Prefill => ({
  values: eachField((field) => `{{field.${field}}}`),
  errors: eachField((field) => `{{error.${field}}}`),
  invalid: eachField((field) => `{{invalid.${field}}}`),
  advice: eachField((field) => `{{advice.${field}}}`),
  failure: '{{failure}}',
  chosen: (choice) => `{{chosen.${choice}}}`,
});

export const REFERENCE = '{{reference}}';
