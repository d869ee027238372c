import type { Listing, Site, Working } from '../schema.ts';

/** Who the firm is: edit this to make the site yours. */
export const site = {
  name: 'Kokerboom Software',
  // under the site's icon on a phone: about twelve letters
  shortName: 'Kokerboom',
  legalName: 'Kokerboom Software (Pty) Ltd',
  // registration: '2019/123456/07',
  slogan: 'Strong roots, clean branches.',
  // what people search for, before “in” and the town: also above the slogan
  trade: 'Software engineers',
  // one sentence for search engines and previews of links
  summary:
    'A small software engineering and technical strategy firm in Stellenbosch: software, mobile apps, cloud, DevOps, hosting and branding.',
  email: 'hello@kokerboom.example',
  phone: '+27 21 000 0000',
  // '' for none
  whatsApp: '+27 21 000 0000',
  // another language in which people may write, with its letters (af, zu, xh)
  alsoIn: { language: 'af', text: 'Skryf gerus in Afrikaans.' },
  address: {
    street: '12 Quiver Street',
    town: 'Stellenbosch',
    province: 'Western Cape',
    postalCode: '7600',
    country: 'South Africa',
  },
  socialLinks: [
    {
      network: 'linkedin',
      // read aloud in place of the icon
      label: 'Kokerboom Software on LinkedIn',
      href: 'https://linkedin.example/kokerboom',
    },
    {
      network: 'github',
      label: 'Kokerboom Software on GitHub',
      href: 'https://github.example/kokerboom',
    },
    {
      network: 'facebook',
      label: 'Kokerboom Software on Facebook',
      href: 'https://facebook.example/kokerboom',
    },
  ],
} as const satisfies Site;

/** What search engines and maps also read. */
export const listing = {
  countryCode: 'ZA',
  // when somebody answers the phone; [] for no hours
  openingHours: [
    {
      days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
      opens: '08:00',
      closes: '17:00',
    },
  ],
  // position: { latitude: -33.93, longitude: 18.86 },
  // map: 'https://maps.app.goo.gl/…',
} as const satisfies Listing;

/** How you work, for the page About us. [] leaves a part out. */
export const working = {
  steps: [
    {
      title: 'We call or email you',
      text: 'We ask what you need and what it should do for your business.',
    },
    {
      title: 'You get a written quote',
      text: 'It says what we’ll build, what it costs, also each month, and when it’s done.',
    },
    {
      title: 'You see it grow',
      text: 'Every two weeks you get a version that works. You try it and tell us what to change.',
    },
    {
      title: 'We hand it over',
      text: 'You get the system, its manual and its accounts. You can still call us after that.',
    },
  ],
  // { name: 'Zoë O’Brien', role: 'Engineer. Looks after hosting.' }, optionally with a picture as in projects.ts
  people: [],
  // { of: 'A website with a contact form', from: 'R18 000' },
  prices: [],
  questions: [
    {
      title: 'How small can a job be?',
      text: 'The smallest job we take on is half a day’s work.',
    },
    {
      title: 'What if something breaks on a Saturday?',
      text: 'Send us an email or a WhatsApp message. We start on it first thing on Monday.',
    },
  ],
} as const satisfies Working;
