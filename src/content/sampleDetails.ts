import { facts } from '#identity/privacy.ts';
import { projects } from '#identity/projects.ts';
import { working } from '#identity/working.ts';
import type { PrivacyFacts, Site } from '../prerender/schema.ts';

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
    '(Lerato|Johan|Ayesha) Example',
    'A farm stall near Riebeek',
  ].join('|'),
  'i',
);

/** The values of the identity's other files. */
type Others = PrivacyFacts & Readonly<Record<string, unknown>>;

/** The names of the details that still belong to the sample firm. */
export function sampleDetails(site: Site, siteUrl: string, others: Others = { ...facts, ...working, projects }) {
  const details = Object.entries({ ...others, ...site, 'email company': others.email });
  const samples = details.filter(([, detail]) => SAMPLE.test(JSON.stringify(detail))).map(([name]) => name);
  return /\bkokerboom\.example$/.test(new URL(siteUrl).hostname) ? [...samples, 'SITE_URL'] : samples;
}
