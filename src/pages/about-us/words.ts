import { site } from '../../content/site.ts';

export const aboutUs = {
  heading: 'About us',
  lead: `${site.legalName} is a software engineering and technical strategy firm in ${site.address.town}, ${site.address.province}.`,
  who: {
    heading: 'Who we are',
    paragraphs: [
      'A kokerboom, or quiver tree, stores water for the dry years and forks cleanly in two at every branch. We try to build software the same way: something solid underneath, and simple decisions all the way up.',
      'We are engineers first. We write the specification, the code, the tests and the manual, and we are on the phone when something goes wrong. We take on few projects at a time, so that each one gets our attention.',
      'Some clients ask us to build; others ask us what to build, or whether to build at all. Both are work we enjoy.',
    ],
  },
  knownFor: {
    heading: 'What we are known for',
    qualities: [
      {
        title: 'Quality conversions',
        text: 'Moving an old system to a new one without losing a record or a working day.',
      },
      {
        title: 'Dependable pricing',
        text: 'The quote is the price. Changes are agreed in writing before they are made.',
      },
      {
        title: 'Detail attention',
        text: 'The error message, the empty page, the second decimal: we look at all of it.',
      },
      {
        title: 'Deadline delivery',
        text: 'A date is a promise. When something threatens it, you hear it from us early.',
      },
    ],
  },
  invitation: {
    heading: 'Come and talk',
    text: 'Tell us about your firm and what it needs. An engineer reads it, and answers.',
    subject: 'Working with you',
  },
  ourWork: {
    text: 'We would rather show than tell.',
    link: 'See our work',
  },
} as const;
