import { phoneHref, site } from '../../content/site.ts';
import { type ContactMessage, normaliseMessage } from './rules.ts';

/** Characters of a link after which some mail programs and phones cut it off. */
const LINK_LIMIT = 2000;

/** Links by which the visitor can reach the firm with what was typed. */
export function otherWays(typed: ContactMessage) {
  // half an emoji, which a field may hold, cannot be encoded
  const { name, surname, contactNumber, subject, message } = normaliseMessage(typed);
  const signature = [`${name} ${surname}`.trim(), contactNumber].filter(Boolean).join(', ');
  let isCut = false;
  const withText = (start: string, opening: string) => {
    const { encoded, isWhole } = longestFit(message, start, (text) => [opening, text, signature]);
    isCut ||= !isWhole;
    return start + encoded;
  };
  const email = withText(`mailto:${site.email}?subject=${encodeURIComponent(subject)}&body=`, '');
  const whatsApp =
    site.whatsApp &&
    withText(`https://wa.me/${site.whatsApp.replaceAll(/\D/g, '')}?text=`, subject);
  return { phone: phoneHref, email, whatsApp, isCut };
}

/** Encodes the parts, the text among them shortened until the link is one that works. */
function longestFit(text: string, start: string, partsOf: (text: string) => string[]) {
  const encode = (shown: string) => encodeURIComponent(partsOf(shown).filter(Boolean).join('\n\n'));
  const characters = [...text];
  let shown = characters.length;
  let encoded = encode(text);
  while (start.length + encoded.length > LINK_LIMIT && shown > 0) {
    shown = Math.floor(shown * 0.9);
    encoded = encode(`${characters.slice(0, shown).join('')} …`);
  }
  return { encoded, isWhole: shown === characters.length };
}
