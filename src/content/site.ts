import { site as firm } from '#identity/site.ts';
import type { Site } from '../schema.ts';

export const site: Site = firm;

export const phoneHref = `tel:${site.phone.replaceAll(' ', '')}`;

export const emailHref = `mailto:${site.email}`;

/** Empty without a WhatsApp number. */
export const whatsAppHref = site.whatsApp && `https://wa.me/${site.whatsApp.replaceAll(/\D/g, '')}`;

export const unbroken = (number: string): string => number.replaceAll(' ', '\u00a0');

/** Keeps "e-mail" on one line. Not for headings: their font has no non-breaking hyphen. */
export const unhyphenated = (name: string): string => name.replaceAll('-', '\u2011');

export const documentTitle = ({ title }: { readonly title: string }): string =>
  `${title} – ${site.name}`;
