import type { Graph } from 'schema-dts';
import { services } from '#identity/services.ts';
import { listing as given } from '#identity/site.ts';
import type { Listing, Place } from '../prerender/schema.ts';
import { logo } from './icons.ts';
import { shareImage } from './shareImage.ts';
import { documentTitle, site } from './site.ts';

const listing: Listing = given;

/** JSON-LD for search engines (https://schema.org/ProfessionalService). */
export function structuredData(siteUrl: string, place: Place) {
  const firm = `${siteUrl}/#firm`;
  const url = siteUrl + place.path;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'ProfessionalService',
        '@id': firm,
        name: site.name,
        legalName: site.legalName,
        slogan: site.slogan,
        description: site.summary,
        url: siteUrl,
        logo: `${siteUrl}/${logo.file}`,
        image: siteUrl + shareImage('home'),
        email: site.email,
        telephone: site.phone,
        address: {
          '@type': 'PostalAddress',
          streetAddress: site.address.street,
          addressLocality: site.address.town,
          addressRegion: site.address.province,
          postalCode: site.address.postalCode,
          addressCountry: listing.countryCode,
        },
        ...(listing.map && { hasMap: listing.map }),
        ...(listing.position && { geo: { '@type': 'GeoCoordinates', ...listing.position } }),
        openingHoursSpecification: listing.openingHours.map(({ days, opens, closes }) => ({
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: days,
          opens,
          closes,
        })),
        areaServed: { '@type': 'Country', name: site.address.country },
        knowsAbout: services.map(({ name }) => name),
        sameAs: site.socialLinks.map(({ href }) => href),
      },
      {
        '@type': 'WebPage',
        '@id': url,
        url,
        name: documentTitle(place),
        description: place.description,
        inLanguage: 'en-ZA',
        publisher: { '@id': firm },
      },
    ],
  } satisfies Graph;
}
