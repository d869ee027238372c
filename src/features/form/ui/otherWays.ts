import { emailHref, phoneHref, whatsAppHref } from '../../../content/site.ts';
import { contentOf, type Rules, type Values } from '../api/rules.ts';

/** In characters: some mail programs and phones cut longer links. */
const LINK_LIMIT = 2000;
/** After a text that was cut. */
const MORE = ' …';

export function otherWays({ title, roles, normalise, entryOf }: Rules, typed: Values) {
  const names = roles.name ?? [];
  const ownPlace = [...names, roles.email, roles.number, roles.subject, roles.message];

  const partsOf = (shown: Values) => {
    const text = (role = '') => shown[role] ?? '';
    // the other fields go into the signature
    const others = Object.keys(contentOf(shown)).filter((field) => !ownPlace.includes(field));
    const signature = [
      [names.map(text).join(' ').trim(), text(roles.number)].filter(Boolean).join(', '),
      ...others.map((field) => withLabel(entryOf(field), shown[field])),
    ];
    return {
      subject: roles.subject ? text(roles.subject) : title,
      body: [text(roles.message), signature.filter(Boolean).join('\n')],
    };
  };

  // encodeURIComponent throws on lone surrogates
  const content = normalise(typed);
  // on a page without script, which the endpoint fills in
  if (Object.keys(contentOf(content)).length === 0) {
    return { phone: phoneHref, email: emailHref, whatsApp: whatsAppHref, isCut: false };
  }
  let isCut = false;
  const fitted = (linkTo: (parts: ReturnType<typeof partsOf>) => string) => {
    for (let shown = content; ; shown = shortened(shown)) {
      const link = linkTo(partsOf(shown));
      if (link.length <= LINK_LIMIT || isShortest(shown)) return link;
      isCut = true;
    }
  };
  const email = fitted(
    ({ subject, body }) => `${emailHref}?subject=${encodeURIComponent(subject)}&body=${encoded(body)}`,
  );
  const whatsApp = whatsAppHref && fitted(({ subject, body }) => `${whatsAppHref}?text=${encoded([subject, ...body])}`);
  return { phone: phoneHref, email, whatsApp, isCut };
}

const encoded = (parts: readonly string[]) => encodeURIComponent(parts.filter(Boolean).join('\n\n'));

/** The label of a ticked box is a sentence of its own. */
function withLabel({ control, label }: ReturnType<Rules['entryOf']>, text = ''): string {
  if (control === 'checkbox') return label;
  return `${label}${/[?!:.…؟？]$/.test(label) ? '' : ':'} ${text}`;
}

const isShortest = (texts: Values) => Object.values(texts).every((text) => text.length <= MORE.length);

/** Without the last tenth of the longest text, or at once without what cannot fit: tenths of a book are slow. */
function shortened(texts: Values): Values {
  const [field, text] = Object.entries(texts).reduce((one, other) => (other[1].length > one[1].length ? other : one));
  const characters = [...text.slice(0, text.endsWith(MORE) ? -MORE.length : undefined).slice(0, LINK_LIMIT)];
  return { ...texts, [field]: `${characters.slice(0, characters.length * 0.9).join('')}${MORE}` };
}
