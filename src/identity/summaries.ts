import type { EachOf } from '../prerender/schema.ts';
import type { services } from './services.ts';

/** Each service in a line, for the home page. */
export const summaries = {
  software: 'We build systems for deliveries, stock, invoices and the like, and keep them running.',
  branding: 'A logo, colours and lettering that suit your business.',
  mobile: 'Apps that run well on entry-level phones and don’t use much data.',
  cloud: 'Rented servers of the right size, and a bill you can understand.',
  devops: 'For firms with their own programmers: new versions more often, with fewer surprises.',
  hosting: 'We look after your website and email, and answer your calls on working days.',
} satisfies EachOf<typeof services>;
