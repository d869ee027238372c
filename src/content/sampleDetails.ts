import { facts as given } from '#identity/privacy.ts';
import type { PrivacyFacts, Site } from '../build/schema.ts';

/** Texts of the sample firm (`.example`: RFC 2606). */
const SAMPLE = new RegExp(
  [
    'kokerboom',
    '\\.example\\b',
    'Strong roots, clean branches',
    'A small team in Stellenbosch that builds',
    '2019/123456/07',
    '\\+27 ?21 ?000 ?0000',
    '12 Quiver Street',
    'Example (Hosting|Mail|CDN|CRM)',
    'Lerato Example',
  ].join('|'),
  'i',
);

/** The names of the details that still belong to the sample firm. */
export function sampleDetails(site: Site, siteUrl: string, facts: PrivacyFacts = given): string[] {
  const details = Object.entries({ ...facts, ...site, 'email company': facts.email });
  const samples = details.filter(([, detail]) => SAMPLE.test(JSON.stringify(detail))).map(([name]) => name);
  return /\bkokerboom\.example$/.test(new URL(siteUrl).hostname) ? [...samples, 'SITE_URL'] : samples;
}
