import contactPlace from '../pages/contact-us/place.ts';

/** Leads to the form, and fills in its subject. */
export const pathToAsk = (subject: string) => `${contactPlace.path}?subject=${encodeURIComponent(subject)}`;
