import { facts as given } from '#identity/privacy.ts';
import type { PrivacyFacts, Site } from '../schema.ts';

/** In privacy.ts. */
const isSample = (...texts: readonly string[]) => /\bexample\b/i.test(texts.join(' '));

/** Details that still belong to the sample firm (`.example`: RFC 2606). */
export function sampleDetails(site: Site, siteUrl: string, facts: PrivacyFacts = given): string[] {
  const checks: Record<string, boolean> = {
    name: /kokerboom/i.test(site.name + site.legalName),
    shortName: /kokerboom/i.test(site.shortName),
    slogan: site.slogan === 'Strong roots, clean branches.',
    summary: site.summary.startsWith('A small team in Stellenbosch that builds'),
    email: site.email.endsWith('.example'),
    registration: site.registration === '2019/123456/07',
    paiaManual: /kokerboom|\.example\b/i.test(site.paiaManual ?? ''),
    phone: site.phone.replaceAll(' ', '') === '+27210000000',
    whatsApp: site.whatsApp.replaceAll(' ', '') === '+27210000000',
    address: site.address.street === '12 Quiver Street',
    socialLinks: site.socialLinks.some(
      ({ href, label }) => new URL(href).hostname.endsWith('.example') || /kokerboom/i.test(label),
    ),
    hosting: isSample(facts.hosting.company),
    'email company': isSample(facts.email.company),
    proxy: isSample(facts.proxy?.company ?? ''),
    others: isSample(...facts.others.map(({ company }) => company)),
    informationOfficer: isSample(facts.informationOfficer),
    directors: isSample(...(facts.directors ?? [])),
    addressForService: /12 Quiver Street/.test(facts.addressForService ?? ''),
    SITE_URL: /(?:^|\.)kokerboom\.example$/.test(new URL(siteUrl).hostname),
  };
  return Object.keys(checks).filter((detail) => checks[detail]);
}
