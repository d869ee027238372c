import type { Project } from '../prerender/schema.ts';
import farmStall from './farm-stall.svg?picture';
import farmStallInDark from './farm-stall-dark.svg?picture';
import formOffline from './form-offline.png?picture';
import formOfflineInDark from './form-offline-dark.png?picture';
import { site } from './site.ts';
import homePage from './this-website.png?picture';
import homePageInDark from './this-website-dark.png?picture';

/** The portfolio, in the order of the page. Pictures are beside this file. */
export const projects: readonly Project[] = [
  {
    slug: 'this-website',
    title: 'This website',
    client: site.name,
    year: 2026,
    summary:
      'Six pages and a contact form, built to open quickly on an entry-level phone. Every enquiry reaches a person.',
    pictures: [
      {
        file: homePage,
        dark: homePageInDark,
        alt: 'Our home page: the slogan next to a quiver tree with a service on each limb.',
      },
    ],
    figures: [
      {
        value: '0.12 MB',
        label: 'Data for a first visit: 1\u00a0GB lasts for 8\u00a0000 visits',
      },
      { value: '0', label: 'Trackers from other companies' },
      { value: '100', label: 'Out of 100 in Google’s accessibility test' },
    ],
    method: 'Measured on 23 November 2026 with Lighthouse 12.8, set to a slow phone and network.',
    source: { text: 'See the source code', href: 'https://github.example/kokerboom/this-website' },
    study: [
      {
        kind: 'journey',
        slug: 'when-the-signal-drops',
        heading: 'When the signal drops',
        text: 'How your message gets to us.',
        steps: [
          {
            title: 'You type',
            text: 'Your phone saves your words as you type.',
            otherwise: {
              title: 'The page closes or your battery dies',
              text: 'Your phone keeps what you typed for a week.',
            },
          },
          {
            title: 'You press Send',
            text: 'Your message gets its own number.',
            otherwise: {
              title: 'There’s no signal',
              text: 'The form says so and keeps your message.',
            },
          },
          {
            title: 'Our server saves it',
            text: 'It only confirms a message that it has saved.',
            otherwise: {
              title: 'The server can’t save it',
              text: 'The form says that it was not sent.',
            },
          },
          {
            title: 'You see that it was sent',
            text: 'You get a reference too.',
            otherwise: {
              title: 'The signal drops before that',
              text: 'The form asks you to send it again. We’ll still get it only once.',
            },
          },
          {
            title: 'We email it to our sales team',
            text: 'You don’t have to wait for that.',
            otherwise: {
              title: 'The mail server is down',
              text: 'We keep trying, and one of us gets an alert.',
            },
          },
          { title: 'A person reads it', text: 'They reply by email or call you.' },
        ],
        picture: {
          file: formOffline,
          dark: formOfflineInDark,
          alt: 'The form on a phone without signal. It says that what you type is saved on the phone.',
        },
      },
      {
        kind: 'bars',
        slug: 'how-much-data',
        heading: 'How much data it uses',
        text: 'Prepaid data is expensive.',
        unit: 'MB',
        bars: [
          { label: 'Our home page', value: 0.12 },
          { label: 'A typical home page', value: 2.31 },
        ],
        source: {
          text: 'Source: Web Almanac 2024, page weight',
          href: 'https://almanac.httparchive.org/en/2024/page-weight',
        },
      },
    ],
  },
  {
    slug: 'farm-stall',
    title: 'Orders for a farm stall',
    client: 'A farm stall near Riebeek',
    year: 2026,
    isExample: true,
    summary:
      'The stall took orders by phone and in a notebook. Now customers order on their phones, and the day’s list is printed at six.',
    pictures: [
      {
        file: farmStall,
        dark: farmStallInDark,
        alt: 'An order on a phone, and the day’s printed list.',
      },
    ],
    figures: [
      { value: '40 min', label: 'Saved each morning on copying orders' },
      { value: '3 in 100', label: 'Orders with a mistake, from 11 in 100' },
    ],
    method: 'Counted by the stall in its first three months.',
  },
];
