import { createContext } from 'react';

/** A part of the answer to a form sent without script, such as `field.name`, `error.name` or `failure`. */
export type FillIn = (part: string) => string;

export const FilledIn = createContext<FillIn | undefined>(undefined);

/** The endpoint replaces these (server/src/Http). */
export const placeholder: FillIn = (part) => `{{${part}}}`;
