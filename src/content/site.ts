import { site as firm } from '#identity/site.ts';
import type { Site } from '../prerender/schema.ts';

export const site: Site = firm;

export const telHref = (phone: string): string => `tel:${phone.replaceAll(' ', '')}`;

export const phoneHref = telHref(site.phone);

export const emailHref = `mailto:${site.email}`;

/** Empty without a WhatsApp number. */
export const whatsAppHref = site.whatsApp && `https://wa.me/${site.whatsApp.replaceAll(/\D/g, '')}`;

export const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');

export const documentTitle = ({ title }: { readonly title: string }): string => `${title} – ${site.name}`;
