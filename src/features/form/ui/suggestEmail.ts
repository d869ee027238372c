import { POPULAR_DOMAINS, run } from '@zootools/email-spell-checker';

/** South African mail providers that the package lacks. */
const DOMAINS = [
  // short domains resemble too many others
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

const ENDINGS = ['com', 'co.za', 'org.za', 'ac.za', 'gov.za', 'net', 'org'];
/** Real endings that resemble common ones. */
const LOOKALIKE = /\.(?:cam|new|pet|vet|bet|co|co\.uk|co\.ke|co\.zw)$/i;

export function suggestEmail(address: string): string | undefined {
  const suggestion = correct(address);
  // gmial.con becomes gmial.com, then gmail.com
  return suggestion && (correct(suggestion) ?? suggestion);
}

function correct(address: string): string | undefined {
  const suggestion = run({
    email: address,
    domains: DOMAINS,
    secondLevelDomains: [],
    topLevelDomains: LOOKALIKE.test(address) ? [] : ENDINGS,
    topLevelThreshold: 1,
  });
  // the package lower-cases the whole address
  const start = address.slice(0, address.lastIndexOf('@') + 1);
  return suggestion && start + suggestion.domain;
}
