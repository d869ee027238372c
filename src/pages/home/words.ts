import { site } from '../../content/site.ts';

export const home = {
  hero: {
    heading: site.slogan,
    callToAction: 'Tell us what you need',
    secondary: 'See what we do',
  },
  services: 'What we do',
  why: `Why ${site.name}`,
  example: 'An example: this quotation is made up.',
  invitation: {
    heading: 'How can we help?',
    text: 'Send us a few lines and we’ll call or email you. There’s no obligation.',
    button: 'Write to us',
    subject: 'What we need help with',
  },
} as const;
