import { emailHref, phoneHref, whatsAppHref } from '../../../content/site.ts';
import { contentOf, type Rules, type Values } from '../api/rules.ts';

/** In characters: some mail programs and phones cut longer links. */
const LINK_LIMIT = 2000;

export function otherWays({ title, roles, normalise, entryOf }: Rules, typed: Values) {
  // encodeURIComponent throws on lone surrogates
  const content = normalise(typed);
  const text = (role = '') => content[role] ?? '';
  const names = roles.name ?? [];
  const ownPlace = [...names, roles.email, roles.subject, roles.message];
  // the other fields go into the signature
  const others = Object.keys(contentOf(content)).filter((field) => !ownPlace.includes(field));
  const isNumber = (field: string) => entryOf(field).control === 'tel';
  const signature = [
    [names.map(text).join(' ').trim(), ...others.filter(isNumber).map(text)].filter(Boolean).join(', '),
    ...others.filter((field) => !isNumber(field)).map((field) => lineOf(entryOf(field), text(field))),
  ]
    .filter(Boolean)
    .join('\n');
  const subject = roles.subject ? text(roles.subject) : title;
  let isCut = false;
  const withText = (start: string, opening: string) => {
    const { encoded, isWhole } = longestFit(text(roles.message), start, (shown) => [opening, shown, signature]);
    isCut ||= !isWhole;
    return start + encoded;
  };
  const email = withText(`${emailHref}?subject=${encodeURIComponent(subject)}&body=`, '');
  const whatsApp = whatsAppHref && withText(`${whatsAppHref}?text=`, subject);
  return { phone: phoneHref, email, whatsApp, isCut };
}

/** The label of a ticked box is a sentence of its own. */
const lineOf = ({ control, label }: ReturnType<Rules['entryOf']>, text: string) =>
  control === 'checkbox' ? label : `${label}: ${text}`;

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
