import { POPULAR_DOMAINS, run } from '@zootools/email-spell-checker';

/** Where many South Africans have their mail, besides those that the package knows. */
const DOMAINS = [
  // of two letters or three, too much else would look like a slip of
  ...POPULAR_DOMAINS.filter((domain) => domain.length > 'name.com'.length),
  'gmail.com',
  'ymail.com',
  'mail.com',
  'email.com',
  'hotmail.com',
  'hotmail.co.uk',
  'hotmail.co.za',
  'outlook.com',
  'outlook.co.za',
  'live.com',
  'live.co.za',
  'yahoo.com',
  'yahoo.co.uk',
  'yahoo.co.za',
  'absamail.co.za',
  'iafrica.com',
  'lantic.net',
  'mweb.co.za',
  'telkomsa.net',
  'vodamail.co.za',
  'webmail.co.za',
];

/** How most addresses here end, and the endings in use that would look like a slip of one of these. */
const ENDINGS = ['com', 'co.za', 'org.za', 'ac.za', 'gov.za', 'net', 'org'];
const LOOKALIKE = /\.(?:cam|new|pet|vet|bet|co|co\.uk|co\.ke|co\.zw)$/i;

/** The address that was probably meant; undefined where nothing looks like a slip. */
export function suggestEmail(address: string): string | undefined {
  const suggestion = run({
    email: address,
    domains: DOMAINS,
    secondLevelDomains: [],
    topLevelDomains: LOOKALIKE.test(address) ? [] : ENDINGS,
    topLevelThreshold: 1,
  });
  // the package writes all of the address in small letters
  const start = address.slice(0, address.lastIndexOf('@') + 1);
  return suggestion && start + suggestion.domain;
}
