import { emailHref, phoneHref, whatsAppHref } from '../../../content/site.ts';
import {
  type ContactMessage,
  type FieldName,
  fieldNames,
  fields,
  normaliseMessage,
} from '../api/rules.ts';

/** In characters: some mail programs and phones cut longer links. */
const LINK_LIMIT = 2000;

/** The other fields go into the signature. */
const OWN_PLACE: readonly string[] = ['name', 'surname', 'email', 'subject', 'message'];

const isNumber = (field: FieldName) => fields[field].control === 'tel';

export function otherWays(typed: ContactMessage) {
  // encodeURIComponent throws on lone surrogates
  const content = normaliseMessage(typed);
  const { name, surname, subject, message } = content;
  const others = fieldNames.filter((field) => content[field] && !OWN_PLACE.includes(field));
  const numbers = others.filter(isNumber).map((field) => content[field]);
  const signature = [
    [`${name} ${surname}`.trim(), ...numbers].filter(Boolean).join(', '),
    ...others
      .filter((field) => !isNumber(field))
      .map((field) => `${fields[field].label}: ${content[field]}`),
  ]
    .filter(Boolean)
    .join('\n');
  let isCut = false;
  const withText = (start: string, opening: string) => {
    const { encoded, isWhole } = longestFit(message, start, (text) => [opening, text, signature]);
    isCut ||= !isWhole;
    return start + encoded;
  };
  const email = withText(`${emailHref}?subject=${encodeURIComponent(subject)}&body=`, '');
  const whatsApp = whatsAppHref && withText(`${whatsAppHref}?text=`, subject);
  return { phone: phoneHref, email, whatsApp, isCut };
}

/** Shortens the text until the encoded link fits the limit. */
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
