import type { PrivacyFacts } from '../schema.ts';

/** What only the firm knows about other people's details. The privacy notice is made from it. Times are in days. */
export const privacyFacts = {
  changed: '2026-11-25',
  informationOfficer: 'Sample Officer',
  // where the site and its backups are. A country outside South Africa, the European Union and the United Kingdom
  // needs a ground: agreement, rules or request (see docs/privacy.md)
  hosting: { company: 'Sample Hosting', country: 'South Africa' },
  email: { company: 'Sample Email', country: 'Ireland' },
  // if a company such as a CDN stands in front of the site:
  // proxy: { company: 'Sample CDN', country: 'United States', ground: 'agreement' },
  // everybody else who gets visitors' details: { company: '…', country: '…', purpose: 'who keeps our list of clients' }
  others: [],
  keep: {
    enquiries: 730,
    backups: 7,
    // the copies that the sales team gets by email: somebody must delete them
    mailbox: 730,
    // the web server's own log
    accessLog: 30,
  },
  // 'shortened' only where the web server leaves out the last part of each address, as our nginx template does
  addressesInAccessLog: 'whole',
  // directors: ['…'],
  // addressForService: '…',
  // a paragraph about the GDPR, if the firm also serves people in the European Union
  servesEurope: false,
} as const satisfies PrivacyFacts;
