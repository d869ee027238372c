import { site } from '../../content/site.ts';

export const aboutUs = {
  heading: 'About us',
  lead: `We’re a small team in ${site.address.town}, ${site.address.province}. We build software for businesses and look after it.`,
  who: {
    heading: 'Who we are',
    paragraphs: [
      'We’re engineers first. We write the specification, the code, the tests and the manual, and you can call us when something goes wrong. We only take on a few projects at a time, so each one gets our full attention.',
      'Some clients know what they want, and we build it: that’s software engineering. Others aren’t sure what to build, or whether to build anything at all. We work that out with them: that’s technical strategy.',
    ],
  },
  knownFor: {
    heading: 'What we’re known for',
    qualities: [
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
  },
  steps: 'What happens after your first message',
  people: 'Who you’ll work with',
  prices: 'What it costs',
  /** Before a price. */
  from: 'From',
  questions: 'Questions we’re asked',
  invitation: {
    heading: 'Let’s talk',
    text: 'A few lines are enough. We’ll call or email you.',
    button: 'Tell us about your business',
    subject: 'Working with you',
  },
  ourWork: {
    text: 'See what we’ve built under',
    link: 'Our work',
  },
} as const;
