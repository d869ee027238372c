import type { PrivacyFacts } from '../../src/schema.ts';

/** Another host, other countries and other periods. */
export const privacyFacts = {
  changed: '2026-02-03',
  informationOfficer: 'Søren Brandwacht',
  hosting: { company: 'Rechenhaus & Co', country: 'Germany' },
  email: { company: 'Mailworks', country: 'United States', ground: 'agreement' },
  proxy: { company: 'Cape Edge', country: 'South Africa' },
  others: [
    { company: 'Ledger', country: 'Kenya', ground: 'request', purpose: 'who writes our quotes' },
  ],
  keep: { enquiries: 365, backups: 14, mailbox: 90, accessLog: 10 },
  addressesInAccessLog: 'shortened',
  directors: ['Anna Brandwacht', 'Søren Brandwacht'],
  addressForService: 'Posbus 7, Worcester, 6850',
  servesEurope: true,
} as const satisfies PrivacyFacts;
