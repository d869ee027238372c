import type { Listing, Site } from './types.ts';

/** Edit this to make the site yours; types.ts explains each line. */
export const site = {
  name: 'Kokerboom Software',
  shortName: 'Kokerboom',
  legalName: 'Kokerboom Software (Pty) Ltd',
  slogan: 'Strong roots, clean branches.',
  trade: 'Software engineers',
  summary:
    'A small software engineering and technical strategy firm in Stellenbosch: software, mobile apps, cloud, DevOps, hosting and branding.',
  email: 'hello@kokerboom.example',
  phone: '+27 21 000 0000',
  whatsApp: '+27 21 000 0000',
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

/** For search engines and maps. */
export const listing = {
  countryCode: 'ZA',
  openingHours: [
    {
      days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
      opens: '08:00',
      closes: '17:00',
    },
  ],
} as const satisfies Listing;
