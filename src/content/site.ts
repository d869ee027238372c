import { site as firm } from '#identity/site.ts';
import type { Site } from '../schema.ts';

/** Who the firm is, and what follows from that. */
export const site: Site = firm;

/** The `href` that dials the firm (RFC 3966). */
export const phoneHref = `tel:${site.phone.replaceAll(' ', '')}`;

/** The `href` that starts a mail to the firm. */
export const emailHref = `mailto:${site.email}`;

/** Keeps a number within a text on one line. */
export const unbroken = (number: string): string => number.replaceAll(' ', '\u00a0');

/** Keeps "e-mail" on one line, where a column is narrow. The face of the headings has no such hyphen. */
export const unhyphenated = (name: string): string => name.replaceAll('-', '\u2011');

/** The title as the browser shows it. */
export const documentTitle = ({ title }: { readonly title: string }): string =>
  `${title} – ${site.name}`;
