import type { PrivacyFacts, Site } from '../schema.ts';

/** Details that still belong to the sample firm (`.example`: RFC 2606). */
export function sampleDetails(site: Site, facts: PrivacyFacts, siteUrl: string): string[] {
  const checks: Record<string, boolean> = {
    name: /kokerboom/i.test(site.name + site.legalName),
    shortName: /kokerboom/i.test(site.shortName),
    slogan: site.slogan === 'Strong roots, clean branches.',
    summary: site.summary.startsWith(
      'A small software engineering and technical strategy firm in Stellenbosch:',
    ),
    email: site.email.endsWith('.example'),
    phone: site.phone.replaceAll(' ', '') === '+27210000000',
    whatsApp: site.whatsApp.replaceAll(' ', '') === '+27210000000',
    address: site.address.street === '12 Quiver Street',
    socialLinks: site.socialLinks.some(
      ({ href, label }) => new URL(href).hostname.endsWith('.example') || /kokerboom/i.test(label),
    ),
    registration: site.registration === '0000/000000/07',
    hosting: facts.hosting.company === 'Sample Hosting',
    'email provider': facts.email.company === 'Sample Email',
    informationOfficer: facts.informationOfficer === 'Sample Officer',
    SITE_URL: /(?:^|\.)kokerboom\.example$/.test(new URL(siteUrl).hostname),
  };
  return Object.keys(checks).filter((detail) => checks[detail]);
}
