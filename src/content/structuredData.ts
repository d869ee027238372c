import type { Graph } from 'schema-dts';
import { services } from '#identity/services.ts';
import { listing as given } from '#identity/site.ts';
import type { Address, Listing, Place } from '../prerender/schema.ts';
import { logo } from './icons.ts';
import { shareImage } from './shareImage.ts';
import { documentTitle, site } from './site.ts';

const listing: Listing = given;

const addressOf = ({ street, hidesStreet, town, province, postalCode }: Address) => ({
  '@type': 'PostalAddress' as const,
  ...(street && !hidesStreet && { streetAddress: street }),
  addressLocality: town,
  addressRegion: province,
  postalCode,
  addressCountry: listing.countryCode,
});

const hoursOf = (hours: Listing['openingHours']) =>
  hours.map(({ days, opens, closes }) => ({
    '@type': 'OpeningHoursSpecification' as const,
    dayOfWeek: days,
    opens,
    closes,
  }));

/** JSON-LD for search engines (https://schema.org/LocalBusiness). */
export function structuredData(siteUrl: string, place: Place) {
  const firm = `${siteUrl}/#firm`;
  const url = siteUrl + place.path;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        // the types that editors may write are many
        '@type': listing.type as 'LocalBusiness',
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
        address: addressOf(site.address),
        ...(listing.map && { hasMap: listing.map }),
        ...(listing.position && { geo: { '@type': 'GeoCoordinates', ...listing.position } }),
        openingHoursSpecification: hoursOf(listing.openingHours),
        ...(listing.branches && {
          department: listing.branches.map(({ name, phone, address, openingHours = [] }) => ({
            '@type': listing.type as 'LocalBusiness',
            name: `${site.name} ${name}`,
            telephone: phone,
            address: addressOf(address),
            openingHoursSpecification: hoursOf(openingHours),
          })),
        }),
        ...(listing.areaServed && {
          areaServed: listing.areaServed.map((name) => ({ '@type': 'AdministrativeArea' as const, name })),
        }),
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
