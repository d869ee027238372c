import { createContext } from 'react';

/**
 * A part of an invalid form that was sent without script, such as `field.name`, `error.name` or `failure`; `line.name`
 * is the field with its label.
 */
export type Prefill = (part: string) => string;

export const Prefilled = createContext<Prefill | undefined>(undefined);

/** The endpoint replaces these (server/src/Http/RefusedPage.php). */
export const placeholder: Prefill = (part) => `{{${part}}}`;

export const REFERENCE = '{{reference}}';
