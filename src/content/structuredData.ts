import { services } from '#identity/services.ts';
import { site } from './site.ts';

/** Who the firm is, for search engines (https://schema.org/ProfessionalService). */
export const structuredData = (siteUrl: string) => ({
  '@context': 'https://schema.org',
  '@type': 'ProfessionalService',
  '@id': `${siteUrl}/#firm`,
  name: site.name,
  legalName: site.legalName,
  slogan: site.slogan,
  description: site.summary,
  url: siteUrl,
  email: site.email,
  telephone: site.phone,
  address: {
    '@type': 'PostalAddress',
    streetAddress: site.address.street,
    addressLocality: site.address.town,
    addressRegion: site.address.province,
    postalCode: site.address.postalCode,
    addressCountry: site.address.country,
  },
  areaServed: site.address.country,
  knowsAbout: services.map(({ name }) => name),
  sameAs: site.socialLinks.map(({ href }) => href),
});
