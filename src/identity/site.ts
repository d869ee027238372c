import type { Listing, Site } from '../prerender/schema.ts';

/** Who the firm is: edit this to make the site yours. */
export const site = {
  name: 'Kokerboom Software',
  // under the site's icon on a phone: about twelve letters
  shortName: 'Kokerboom',
  legalName: 'Kokerboom Software (Pty) Ltd',
  // if the logo shows the name, so that the header does not repeat it
  // isNameInMark: true,
  // a company must show it
  registration: '2019/123456/07',
  // how to ask for records (PAIA section 51): shown in the footer and in the privacy notice
  // paiaManual: 'https://kokerboom.example/paia-manual.pdf',
  slogan: 'Strong roots, clean branches.',
  // a link below the reasons on the home page; leave it out without such a page
  proof: {
    text: 'What happens when the signal drops',
    href: '/public/our-work#when-the-signal-drops',
  },
  // what people search for, before “in” and the town: also above the slogan
  trade: 'Software engineers',
  // one sentence for search engines and previews of links
  summary:
    'A small team in Stellenbosch that builds and looks after software, mobile apps, websites, email and branding for South African businesses.',
  email: 'hello@kokerboom.example',
  // in international form
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
    // if nobody may come by: then only the privacy notice shows the street
    // hidesStreet: true,
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
  // a type of https://schema.org/LocalBusiness, such as Plumber or BedAndBreakfast
  type: 'ProfessionalService',
  // where your clients are: countries, provinces or towns
  areaServed: ['South Africa'],
  countryCode: 'ZA',
  // when somebody answers the phone; [] for no hours
  openingHours: [
    {
      days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
      opens: '08:00',
      closes: '17:00',
    },
  ],
  // other offices, with hours of their own if they have any:
  // branches: [{ name: 'Paarl', phone: '+27 21 000 0000', address: { street: …, like the one above } }],
  // promised with each form and in each confirmation; leave it out to promise nothing
  answersInWorkingDays: 1,
  // position: { latitude: -33.93, longitude: 18.86 },
  // map: 'https://maps.app.goo.gl/…',
} as const satisfies Listing;
