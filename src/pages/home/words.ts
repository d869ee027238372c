import { site } from '../../content/site.ts';

export const home = {
  hero: {
    heading: site.slogan,
    lead: 'We design, build and look after the systems that South African businesses run on. We’re a small team, so you’ll get to know everyone who works on your project.',
    callToAction: 'Tell us what you need',
    secondary: 'See what we do',
  },
  services: {
    heading: 'What we do',
  },
  why: {
    heading: `Why ${site.name}`,
    reasons: [
      {
        title: 'You get to talk to engineers',
        text: 'Before you sign anything, you meet the people who’ll do the work. After that, you can call them yourself.',
      },
      {
        title: 'A price before we start',
        text: 'You get a free written quote, monthly costs included. If the work takes longer, we carry the cost.',
      },
      {
        title: 'Made for slow connections',
        text: 'What we build opens quickly, even on an entry-level phone with a weak signal, and uses little mobile data.',
      },
      {
        title: 'You’re never locked in',
        text: 'The system, its manual and its passwords are yours from day one, so another firm can take over from us.',
      },
    ],
  },
  quotation: {
    text: 'They told us what not to build. That saved us more than the software cost.',
    attribution: 'Anonymous',
  },
  invitation: {
    heading: 'Have a project in mind?',
    text: 'Send us a few lines and we’ll call or email you. There’s no obligation.',
    button: 'Tell us about your project',
    subject: 'A project we have in mind',
  },
} as const;
