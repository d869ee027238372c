import type { PrivacyFacts } from '../prerender/schema.ts';

/** What only you know about the details of your visitors. The privacy notice is made from it: see docs/privacy.md. */
export const facts = {
  // who runs the server of this site, and the country where it stands
  hosting: { company: 'Example Hosting (Pty) Ltd', country: 'South Africa' },
  // who runs your email, and where
  email: { company: 'Example Mail BV', country: 'the Netherlands' },
  // a proxy or CDN in front of the site, and how long it keeps what it reads:
  // proxy: { company: 'Example CDN Inc', country: 'USA', ground: 'agreement', keeps: 'for three days' },
  // who else gets the details, such as a CRM, what for and how long:
  // { company: 'Example CRM Ltd', country: 'UK', does: 'sends our newsletter', keeps: 'until you unsubscribe' },
  others: [],
  // whether you send newsletters or offers, yourself or through one of these companies
  sendsMarketing: false,
  // in days. The endpoint deletes enquiries and backups after these; the other two are up to you
  days: { enquiries: 730, backups: 7, mailbox: 730, accessLog: 30 },
  // 'full' or 'shortened' network addresses in the web server's log of visits
  accessLog: 'full',
  // how many people read the enquiries
  readers: 3,
  // who answers questions about personal information, as registered with the Information Regulator
  informationOfficer: 'Lerato Example',
  // if people can buy on this site (ECT Act, section 43): your directors, and where legal papers reach you
  // directors: ['Lerato Example'],
  // addressForService: '12 Quiver Street, Stellenbosch, 7600',
  // also says what visitors from the European Union may do
  hasVisitorsFromEurope: false,
  // your representative there, with the address (Article 27 of the GDPR); '' for none
  representative: '',
} as const satisfies PrivacyFacts;
