import type { Site } from '../../src/identity/types.ts';

/** Another firm, as different from the sample as one can be, to build and test the site with. */
export const site = {
  // letters that the headings' face lacks: ø, and all of Ж
  name: 'Brandwacht & Søn',
  shortName: 'Brandwacht',
  legalName: 'Brandwacht & Søn CC',
  slogan: 'We’d rather build “small” & Жood',
  summary:
    'Brandwacht & Søn builds and mends software for the wine farms around Worcester, and nothing <else>.',
  email: 'kontak@brandwacht.example',
  phone: '+27 23 999 0123',
  whatsApp: '',
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
  ],
} as const satisfies Site;
