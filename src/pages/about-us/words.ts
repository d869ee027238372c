import { site } from '../../content/site.ts';

export const aboutUs = {
  heading: 'About us',
  lead: `${site.legalName} is a software engineering and technical strategy firm in ${site.address.town}, ${site.address.province}.`,
  who: {
    heading: 'Who we are',
    paragraphs: [
      'A kokerboom, or quiver tree, has a solid trunk, and each of its branches forks cleanly in two. We try to build software the same way: on a solid base, and no more complicated than it has to be.',
      'We’re engineers first. We write the specification, the code, the tests and the manual, and you can call us when something goes wrong. We only take on a few projects at a time, so each one gets our full attention.',
      'Some clients know what they want us to build. Others ask for advice on what to build, or whether to build anything at all. We’re happy to do either.',
    ],
  },
  knownFor: {
    heading: 'What we’re known for',
    qualities: [
      {
        title: 'Quality conversions',
        text: 'We move your records from paper, Excel or an old system to the new one, and check that none are lost. You keep working meanwhile.',
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
        text: 'We deliver on the agreed date. If we might miss it, we’ll tell you early.',
      },
    ],
  },
  invitation: {
    heading: 'Let’s talk',
    text: 'Tell us about your business and what it needs. We’ll get back to you within one working day.',
    subject: 'Working with you',
  },
  ourWork: {
    text: 'Have a look at',
    link: 'our work',
  },
} as const;
