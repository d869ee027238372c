import type { Working } from '../prerender/schema.ts';
import ayesha from './face/people/ayesha.svg?drawing';
import johan from './face/people/johan.svg?drawing';
import lerato from './face/people/lerato.svg?drawing';

/** Who you are and how you work, for the page About us. [] leaves a part out. */
export const working = {
  lead: 'We’re a small team in Stellenbosch, Western Cape. We build software for businesses and look after it.',
  story: [
    'A kokerboom, or quiver tree, stands on a solid trunk, and each of its branches forks cleanly in two. We build software the same way: a solid base, and parts that you can tell apart.',
    'We’re engineers first. We write the specification, the code, the tests and the manual, and you can call us when something goes wrong. We only take on a few projects at a time, so each one gets our full attention.',
    'Some clients know what they want, and we build it: that’s software engineering. Others aren’t sure what to build, or whether to build anything at all. We work that out with them: that’s technical strategy.',
  ],
  steps: [
    {
      title: 'We call or email you',
      text: 'We ask what you need and what it should do for your business.',
    },
    {
      title: 'You get a written quote',
      text: 'It says what we’ll build, when it’ll be ready, and what you pay once and each month.',
    },
    {
      title: 'You try it while we build it',
      text: 'Every two weeks you get a new version. You tell us what to change.',
    },
    {
      title: 'We hand it over',
      text: 'You get the system, its manual and its passwords. You can still call us after that.',
    },
  ],
  // each optionally with a drawing as here, or with a picture as in projects.ts
  people: [
    { name: 'Lerato Example', role: 'Founder and engineer. She writes your quote.', drawing: lerato },
    { name: 'Johan Example', role: 'Designer. He draws logos, screens and signs.', drawing: johan },
    { name: 'Ayesha Example', role: 'Engineer. She looks after hosting and backups.', drawing: ayesha },
  ],
  knownFor: [
    {
      title: 'Quality conversions',
      text: 'We move your records from paper, Excel or an old system to the new one, and check that none are lost. You can keep working while we do it.',
    },
    {
      title: 'Dependable pricing',
      text: 'You pay what we quoted. The price only changes if you ask for something extra, and we agree on that in writing first.',
    },
    {
      title: 'Detail attention',
      text: 'We check the small things too, from error messages to the cents on an invoice.',
    },
    {
      title: 'Deadline delivery',
      text: 'You get a date with your quote, and we only take on as much work as we can finish by then.',
    },
  ],
  // { of: 'A website with a contact form', from: 'R18 000' },
  prices: [],
  questions: [
    {
      title: 'How small can a job be?',
      text: 'The smallest job we take on is half a day’s work. You get a price before we start.',
    },
    {
      title: 'What if something breaks on a Saturday?',
      text: 'Send us an email or a WhatsApp message. We’ll start on it first thing on Monday.',
    },
  ],
} as const satisfies Working;
