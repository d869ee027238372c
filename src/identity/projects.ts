import type { Project } from '../schema.ts';
import { site } from './site.ts';
import homePage from './this-website.png?picture';

/** The portfolio, in the order of the page. Pictures are beside this file. */
export const projects: readonly Project[] = [
  {
    slug: 'this-website',
    title: 'This website',
    client: site.name,
    year: 2026,
    summary:
      'Six pages and one contact form, built to open quickly on a cheap phone. Every enquiry typed into it has to reach a person.',
    picture: {
      file: homePage,
      alt: 'Our home page: the slogan in large letters, and beside it a quiver tree with six limbs, each with the name of a service.',
    },
    figures: [
      { value: '115 KB', label: 'for the whole home page, as it travels' },
      { value: '0', label: 'requests to other companies' },
      { value: '100', label: 'out of 100 for accessibility, by Lighthouse' },
    ],
    method:
      'Measured on 22 November 2026 with Lighthouse 12.8 as a phone on slow 4G, in one run: bytes do not vary.',
    source: { text: 'Read its source', href: 'https://github.example/kokerboom/this-website' },
    study: [
      {
        kind: 'journey',
        heading: 'When the signal drops',
        text: 'What happens to a message between a phone on the train and the desk of a person, and where each thing that can go wrong leads.',
        steps: [
          {
            title: 'You type',
            text: 'Each word is kept on your own phone.',
            otherwise: {
              title: 'The page closes, or the battery dies',
              text: 'What you typed is there when you come back, for a week.',
            },
          },
          {
            title: 'You press Send',
            text: 'The message leaves with a key that no other message has.',
            otherwise: {
              title: 'There is no signal',
              text: 'The form says so, keeps all of it, and offers our number, e-mail and WhatsApp with your words already in.',
            },
          },
          {
            title: 'Our server writes it down',
            text: 'It checks the fields and waits until the message is safely on its disk.',
            otherwise: {
              title: 'It cannot',
              text: 'Then it says that nothing was sent. Nobody waits for a call that never comes.',
            },
          },
          {
            title: 'You read that it was sent',
            text: 'With a reference that you can quote.',
            otherwise: {
              title: 'The signal drops before the answer',
              text: 'The form cannot know, and says that. Sent again, the key shows that it is the same message: it arrives once.',
            },
          },
          {
            title: 'It leaves by e-mail',
            text: 'You need not wait for that.',
            otherwise: {
              title: 'The mail server is away',
              text: 'It is tried again until that is back, and an alarm calls somebody.',
            },
          },
          { title: 'A person reads it', text: 'And presses Reply, or calls you.' },
        ],
      },
      {
        kind: 'form',
        heading: 'Every state of the form',
        text: 'A form is a conversation. Each of its answers was written, drawn and tried with a keyboard and a screen reader.',
        states: [
          { drawing: 'empty', text: 'Untouched: labels above, nothing grey to guess.' },
          { drawing: 'focused', text: 'In use: you always see where you are.' },
          { drawing: 'invalid', text: 'At fault: which field, why, and what to write.' },
          { drawing: 'sending', text: 'Sending: pressed twice, it is sent once.' },
          { drawing: 'sent', text: 'Sent: a sentence, a reference, what comes next.' },
          { drawing: 'failed', text: 'Not sent: nothing is lost, and three other ways.' },
        ],
      },
      {
        kind: 'bars',
        heading: 'What a page weighs',
        text: 'Prepaid data is dear. This is our home page, with its pictures, type and program, beside the middle one of the home pages of the web as phones get them.',
        unit: 'KB',
        bars: [
          { label: 'Our home page', value: 115 },
          { label: 'The median home page', value: 2311 },
        ],
        source: {
          text: 'Web Almanac 2024, page weight',
          href: 'https://almanac.httparchive.org/en/2024/page-weight',
        },
      },
    ],
  },
];
