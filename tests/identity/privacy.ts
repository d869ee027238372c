import type { PrivacyFacts } from '../../src/prerender/schema.ts';

export const facts = {
  hosting: { company: 'Rivier Server GmbH', country: 'Germany' },
  email: { company: 'Bergpos Inc', country: 'USA', ground: 'contract' },
  others: [{ company: 'Kelder CRM', country: 'UK', does: 'sends our newsletter', keeps: 'until you unsubscribe' }],
  sendsMarketing: true,
  days: { enquiries: 365, backups: 3, mailbox: 90, accessLog: 14 },
  accessLog: 'shortened',
  readers: 1,
  informationOfficer: 'Søren Brandwacht',
  directors: ['Søren Brandwacht', 'Lindiwe Dube'],
  addressForService: 'Posbus 7, Worcester, 6850',
  hasVisitorsFromEurope: true,
  representative: 'Vertreter Beispiel, Musterstraße 1, 10115 Berlin, Germany',
} as const satisfies PrivacyFacts;
