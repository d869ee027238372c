import { services } from '#identity/services.ts';
import { site } from '../../content/site.ts';
import { numberWord } from '../../lib/numberWord.ts';

export const home = {
  hero: {
    heading: site.slogan,
    lead: `${site.name} designs, builds and looks after software for South African firms. We are small on purpose: the people you meet are the people who do the work.`,
    callToAction: 'Tell us what you need',
    secondary: 'See what we do',
  },
  services: {
    heading: 'What we do',
    lead: `${numberWord(services.length)} services. Take one, or let us look after the lot.`,
  },
  why: {
    heading: `Why ${site.name}`,
    reasons: [
      {
        title: 'You speak to engineers',
        text: 'No account managers in between. Questions get answers within one working day.',
      },
      {
        title: 'A price before we start',
        text: 'You get a written quote. If we misjudge the work, the cost of that is ours.',
      },
      {
        title: 'Built for the way people connect',
        text: 'Our pages open quickly on a cheap phone and a weak signal.',
      },
      {
        title: 'Nothing holds you here',
        text: 'The code, the accounts and the documentation are in your name from the first day.',
      },
    ],
  },
  quotation: {
    text: 'They told us what not to build. That saved us more than the software cost.',
    attribution: 'Anonymous',
  },
  invitation: {
    heading: 'Have something in mind?',
    text: 'Send us a few lines. A person reads every message.',
    subject: 'Something we have in mind',
  },
} as const;
