import type { HomeClaims } from '../prerender/schema.ts';

/** What you say about yourself on the home page, below the slogan. [] leaves a part out. */
export const home = {
  lead: 'We design, build and look after the systems that South African businesses run on. We’re a small team, so you’ll get to know everyone who works on your project.',
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
  quotations: [
    {
      text: 'They told us what not to build. That saved us more than the software cost.',
      attribution: 'Anonymous',
      // tells visitors that it is made up
      isExample: true,
    },
  ],
} as const satisfies HomeClaims;
