import type { Listing, Site } from '../../src/prerender/schema.ts';

/** A second firm, as different from the sample as possible, to build and test the site with. */
export const site = {
  // ø and Ж are missing in the headings' font
  name: 'Brandwacht & Søn',
  shortName: 'Brandwacht',
  legalName: 'Brandwacht & Søn CC',
  registration: '2026/000001/07',
  paiaManual: 'https://documents.brandwacht.example/paia.pdf',
  slogan: 'We’d rather build “small” & Жood',
  trade: 'Programmers & builders',
  summary: 'Brandwacht & Søn builds and mends software for the wine farms around Worcester, and nothing <else>.',
  email: 'kontak@brandwacht.example',
  phone: '+27 23 999 0123',
  whatsApp: '',
  alsoIn: { language: 'af', text: 'Skryf gerus in Afrikaans.' },
  address: {
    street: 'Hoogstraat 7',
    town: 'Worcester',
    province: 'Western Cape',
    postalCode: '6850',
    country: 'South Africa',
  },
  socialLinks: [
    {
      network: 'x',
      label: 'Brandwacht & Søn on X',
      href: 'https://x.example/brandwacht',
    },
    {
      network: 'youtube',
      label: 'Brandwacht & Søn on YouTube',
      href: 'https://youtube.example/@brandwacht',
    },
    {
      label: 'The harvest diary of Brandwacht & Søn',
      href: 'https://diary.example/brandwacht',
    },
  ],
} as const satisfies Site;

export const listing = {
  type: 'LocalBusiness',
  countryCode: 'ZA',
  openingHours: [
    { days: ['Monday', 'Wednesday'], opens: '07:30', closes: '16:00' },
    { days: ['Saturday'], opens: '09:00', closes: '12:00' },
  ],
  branches: [
    {
      name: 'Robertson & Ashton',
      phone: '+27 23 999 0456',
      address: {
        street: 'Voortrekkerweg 1',
        town: 'Robertson',
        province: 'Western Cape',
        postalCode: '6705',
        country: 'South Africa',
      },
      openingHours: [{ days: ['Friday'], opens: '09:00', closes: '12:00' }],
    },
    {
      name: 'Ceres',
      phone: '+27 23 999 0789',
      address: {
        street: 'Munnikstraat 9',
        town: 'Ceres',
        province: 'Western Cape',
        postalCode: '6835',
        country: 'South Africa',
      },
    },
  ],
  position: { latitude: -33.6465, longitude: 19.4485 },
  map: 'https://maps.example/brandwacht',
} as const satisfies Listing;
