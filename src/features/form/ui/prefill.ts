import { createContext } from 'react';

/** A part of the answer to a form sent without script, such as `field.name`, `error.name` or `failure`. */
export type Prefill = (part: string) => string;

export const Prefilled = createContext<Prefill | undefined>(undefined);

/** The endpoint replaces these (server/src/Http). */
export const placeholder: Prefill = (part) => `{{${part}}}`;
