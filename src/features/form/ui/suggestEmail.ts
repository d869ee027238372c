import { run } from '@zootools/email-spell-checker';
import { question, repairs } from '../../../../server/forms/suggestions.json';

const MISTYPED = [
  'gmail.com',
  'hotmail.com',
  'hotmail.co.uk',
  'hotmail.co.za',
  'outlook.com',
  'outlook.co.za',
  'yahoo.com',
  'yahoo.co.uk',
  'yahoo.co.za',
  'icloud.com',
  'googlemail.com',
  'rocketmail.com',
  'protonmail.com',
  'absamail.co.za',
  'iafrica.com',
  'lantic.net',
  'telkomsa.net',
  'vodamail.co.za',
  'webmail.co.za',
];
/** Providers whose names resemble too many others to be meant by them. */
const RESEMBLED = ['ymail.com', 'email.com', 'mail.com', 'live.com', 'live.co.za', 'live.co.uk', 'mweb.co.za'];

const ENDINGS = ['com', 'co.za', 'org.za', 'ac.za', 'gov.za', 'net', 'org'];
/** Real endings that resemble common ones. */
const LOOKALIKE =
  /\.(?:cam|ne|new|ong|pet|vet|bet|co|(?:co|ac|org|gov|net)\.(?:bw|cm|ke|ls|ma|mg|mk|mw|mz|na|nz|om|sa|sz|tz|ug|uk|zm|zw))$/i;
/** Labels that are not a firm's own. */
const SECOND_LEVEL = /^(?:com?|ac|org|gov|net|edu)$/i;

const REPAIRS = repairs.map(([pattern = '', replacement = '']) => [new RegExp(pattern, 'giu'), replacement] as const);

/** The words before and after the address. */
export const didYouMean = question.split('{address}');

/** In UTF-16 code units. The patterns need too long for more. */
const LONGEST = 254;

/** The address that the typed text probably means. @param isValid whether an address keeps the rules of the field */
export function suggestEmail(typed: string, isValid: (address: string) => boolean): string | undefined {
  if (typed.length > LONGEST) return undefined;
  const repaired = REPAIRS.reduce((address, [pattern, replacement]) => address.replace(pattern, replacement), typed);
  // gmial.con becomes gmial.com, then gmail.com
  const meant = correct(correct(repaired));
  // THANDI@GMAIL.COM is right: capitals make no other address.
  return meant.toLowerCase() !== typed.toLowerCase() && isValid(meant) ? meant : undefined;
}

/** Corrects the domain, or the part of it after a subdomain. */
function correct(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  if (at < 2 || LOOKALIKE.test(address)) return address;
  const labels = address.slice(at).split('.');
  for (let kept = 0; kept < labels.length - 1 && !(kept > 0 && SECOND_LEVEL.test(labels[kept] ?? '')); kept += 1) {
    const suggestion = run({
      email: `x@${labels.slice(kept).join('.')}`,
      domains: [...MISTYPED, ...RESEMBLED],
      secondLevelDomains: [],
      topLevelDomains: ENDINGS,
      distanceFunction: (typed, known) => (isOneSlip(typed, known) && !RESEMBLED.includes(known) ? 1 : 9),
      domainThreshold: 1,
      topLevelThreshold: 1,
    });
    if (suggestion) return address.slice(0, at) + [...labels.slice(0, kept), suggestion.domain].join('.');
  }
  return address;
}

/** Whether one letter was left out, added or changed, or two were swapped. */
function isOneSlip(typed: string, known: string): boolean {
  let same = 0;
  while (same < known.length && typed[same] === known[same]) same += 1;
  const [one, other] = [typed.slice(same), known.slice(same)];
  const isSwap = one[0] === other[1] && one[1] === other[0] && one.slice(2) === other.slice(2);
  return isSwap || one.slice(1) === other || one === other.slice(1) || one.slice(1) === other.slice(1);
}
