import type { PrivacyFacts } from '../../src/schema.ts';

export const facts = {
  hosting: { company: 'Rivier Server GmbH', country: 'Germany' },
  email: { company: 'Bergpos Inc', country: 'the United States', ground: 'contract' },
  others: [{ company: 'Kelder CRM', country: 'South Africa', does: 'keeps a list of our customers' }],
  answersOnWhatsApp: false,
  days: { enquiries: 365, backups: 3, mailbox: 90, accessLog: 14 },
  accessLog: 'shortened',
  informationOfficer: 'Søren Brandwacht',
  directors: ['Søren Brandwacht', 'Lindiwe Dube'],
  addressForService: 'Posbus 7, Worcester, 6850',
  hasVisitorsFromEurope: true,
} as const satisfies PrivacyFacts;
