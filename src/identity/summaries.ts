import type { EachOf } from '../schema.ts';
import type { services } from './services.ts';

/** Each service in a line, for the home page. */
export const summaries = {
  software: 'We work out what you need, then build it and keep it running.',
  branding: 'A name, a logo and a style that suit your business.',
  mobile: 'Apps that run well on entry-level phones and don’t use much data.',
  cloud: 'Servers that are the right size, and a bill you can understand.',
  devops: 'We help your team release software more often, with fewer surprises.',
  hosting: 'We look after your website and email, and we answer when you call.',
} satisfies EachOf<typeof services>;
