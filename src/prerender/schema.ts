import * as v from 'valibot';
import type { Drawing } from '../content/drawing.ts';
import { isProtected, protectedCountries } from '../lib/countries.ts';

/* The schema of editors' files, for scripts/plugins/content.ts. Pages import only the types, so browsers never load it. */

const text = v.pipe(
  v.string(),
  v.regex(/\S/, 'is empty. Fill it in'),
  v.regex(/^(?!.*\bundefined\b)/s, 'contains "undefined": it names a detail that does not exist. Correct that name'),
);
const matching = (pattern: RegExp, message: string) => v.pipe(text, v.regex(pattern, message));
const list = <Entry extends v.GenericSchema>(entry: Entry) => v.pipe(v.array(entry), v.readonly());

const WHOLE = 'should be a whole number of people, such as 2';
const PHONE = 'should be a number in international form, such as +27 21 000 0000';
const slug = matching(/^[\w-]+$/, 'should have letters, digits and hyphens only');
const time = matching(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'should be a time, such as 08:00');

const webAddress = matching(/^https?:\/\/[^\s/]+\.[^\s/]+/, 'should be an address, such as https://www.example.co.za');

const days = v.pipe(
  v.number(),
  v.integer('should be a whole number of days, such as 730'),
  v.minValue(1, 'should be at least 1 day. Give a number, such as 730'),
  v.maxValue(3650, 'should be at most 3650 days. Give a number, such as 730'),
);
// An enquiry that cannot be delivered goes too: somebody needs time to see its alarm.
const daysOfEnquiries = v.pipe(days, v.minValue(30, 'should be at least 30 days. Give a number, such as 730'));
// The purge comes before the nightly backup, and must not delete the backup of the night before.
const daysOfBackups = v.pipe(days, v.minValue(3, 'should be at least 3 days. Give a number, such as 7'));

const needsGround = <Entry extends v.GenericSchema<unknown, { country: string; ground?: string }>>(entry: Entry) =>
  v.pipe(
    entry,
    v.check(
      ({ country, ground }) => isProtected(country) || ground !== undefined,
      ({ input }) =>
        `needs ground, because "${input.country}" is not in the list of countries whose law protects people as POPIA does. Add what allows you to send details there, for example: ground: "agreement" (docs/privacy.md), or correct the spelling: ${protectedCountries()}`,
    ),
  );
/** A company that handles details, and how they are protected in its country (POPIA section 72(1)). */
const companyEntries = {
  company: text,
  country: text,
  ground: v.exactOptional(
    v.picklist(
      ['agreement', 'contract'],
      'should be agreement or contract: this company gets the details of everybody who writes, and the form asks nobody for consent (docs/privacy.md)',
    ),
  ),
};
const keeps = matching(
  /^(?:for|until|while|only|as long as) \S/,
  'should complete the sentence "It keeps your details …", such as: for a year',
);
const recipient = needsGround(
  v.strictObject({
    ...companyEntries,
    ground: v.exactOptional(
      v.picklist(['agreement', 'consent', 'contract'], 'should be agreement, consent or contract (docs/privacy.md)'),
    ),
    does: text,
    keeps,
  }),
);
export type Recipient = v.InferOutput<typeof recipient>;

/** What the privacy notice says about the firm (POPIA section 18; PAIA section 51). */
const privacyEntries = v.strictObject({
  hosting: needsGround(v.strictObject(companyEntries)),
  email: needsGround(v.strictObject(companyEntries)),
  proxy: v.exactOptional(needsGround(v.strictObject({ ...companyEntries, keeps }))),
  others: list(recipient),
  sendsMarketing: v.boolean(),
  days: v.strictObject({ enquiries: daysOfEnquiries, backups: daysOfBackups, mailbox: days, accessLog: days }),
  accessLog: v.picklist(['full', 'shortened'], 'should be full or shortened'),
  /** How many people read the enquiries. */
  readers: v.pipe(v.number(), v.integer(WHOLE), v.minValue(1, WHOLE)),
  informationOfficer: text,
  directors: v.exactOptional(list(text)),
  addressForService: v.exactOptional(text),
  hasVisitorsFromEurope: v.boolean(),
  representative: v.exactOptional(v.string()),
});
export const privacyFacts = v.pipe(
  privacyEntries,
  v.check(
    ({ others, sendsMarketing }) =>
      sendsMarketing || !others.some(({ does }) => /newsletter|marketing|advert|promot|special offer/i.test(does)),
    'needs sendsMarketing: true, because of what a company in others does. Correct one of the two',
  ),
);
export type PrivacyFacts = v.InferOutput<typeof privacyFacts>;

/** A field of a form, from its form.json. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly control: string;
}

const degrees = (most: number) =>
  v.pipe(v.number(), v.minValue(-most, `should be at least -${most}`), v.maxValue(most, `should be at most ${most}`));

/** With an icon of their own (src/components/networks.ts). */
const NETWORKS = [
  'facebook',
  'github',
  'gitlab',
  'google',
  'instagram',
  'linkedin',
  'mastodon',
  'tiktok',
  'whatsapp',
  'x',
  'youtube',
] as const;
export type Network = (typeof NETWORKS)[number];

const phone = matching(/^\+\d[\d ]{6,}$/, PHONE);
const area = { town: text, province: text, postalCode: text, country: text };
const address = v.strictObject({
  street: text,
  /** Nobody may come by: only the privacy notice shows the street. */
  hidesStreet: v.exactOptional(v.literal(true)),
  ...area,
});
const branchAddress = v.strictObject({ ...area, street: v.exactOptional(text) });
/** Of any office. */
export type Address = Omit<v.InferOutput<typeof address>, 'street'> & v.InferOutput<typeof branchAddress>;

const siteEntries = v.strictObject({
  name: text,
  shortName: text,
  legalName: text,
  /** The mark in face shows the name, so that the header does not repeat it. */
  isNameInMark: v.exactOptional(v.literal(true)),
  registration: v.exactOptional(text),
  paiaManual: v.exactOptional(
    matching(
      /^https:\/\/[^\s/]+\.[^\s/]+/,
      'should be an address that begins with https://, such as https://www.example.co.za/paia.pdf',
    ),
  ),
  slogan: text,
  proof: v.exactOptional(v.strictObject({ text, href: text })),
  trade: text,
  summary: text,
  email: v.pipe(text, v.email('should be an email address, such as hello@example.co.za')),
  phone,
  whatsApp: v.pipe(v.string(), v.regex(/^(?:\+\d[\d ]{6,})?$/, PHONE)),
  address,
  alsoIn: v.exactOptional(
    v.strictObject({
      language: matching(/^[a-z]{2,3}$/, 'should be the letters of a language, such as af'),
      text,
    }),
  ),
  socialLinks: list(
    v.strictObject({
      network: v.exactOptional(
        v.picklist(NETWORKS, `should be one of ${NETWORKS.join(', ')}. Leave it out for any other site`),
      ),
      label: text,
      href: webAddress,
    }),
  ),
});
/** The Companies Act 71 of 2008, section 32, and the Close Corporations Act want the number beside such a name. */
export const site = v.pipe(
  siteEntries,
  v.check(
    ({ legalName, registration }) =>
      registration !== undefined || !/\b(?:Ltd|Limited|Inc|Incorporated|NPC|CC)\.?$/i.test(legalName),
    'needs registration, because the legal name is a company’s. Add it, such as 2019/123456/07',
  ),
);
export type Site = v.InferOutput<typeof site>;

const openingHours = v.pipe(
  v.strictObject({
    days: list(v.picklist(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])),
    opens: time,
    closes: time,
  }),
  v.check(({ opens, closes }) => opens < closes, 'should close after it opens, and before midnight'),
);

const branch = v.strictObject({
  ...{ name: text, phone },
  address: branchAddress,
  openingHours: v.exactOptional(list(openingHours)),
});
export type Branch = v.InferOutput<typeof branch>;

const listingEntries = v.strictObject({
  type: matching(
    /^[A-Z][A-Za-z]+$/,
    'should be a type of business of schema.org/LocalBusiness, such as ProfessionalService, Plumber or BedAndBreakfast',
  ),
  /** Countries, provinces or towns. */
  areaServed: v.exactOptional(list(text)),
  countryCode: matching(/^[A-Z]{2}$/, 'should be the two capital letters of a country, such as ZA'),
  openingHours: list(openingHours),
  branches: v.exactOptional(list(branch)),
  answersInWorkingDays: v.exactOptional(
    v.pipe(
      v.number(),
      v.integer('should be a whole number of days, such as 1'),
      v.minValue(1, 'should be at least 1 day. Leave it out to promise nothing'),
      v.maxValue(5, 'should be at most 5 days. Leave it out to promise nothing'),
    ),
  ),
  position: v.exactOptional(v.strictObject({ latitude: degrees(90), longitude: degrees(180) })),
  map: v.exactOptional(webAddress),
});
export const listing = v.pipe(
  listingEntries,
  v.check(
    ({ openingHours, answersInWorkingDays }) => answersInWorkingDays === undefined || openingHours.length > 0,
    'needs openingHours, because answersInWorkingDays counts them. Add them, or remove answersInWorkingDays',
  ),
);
/** Both exports of site.ts. */
export const siteFile = v.pipe(
  v.object({ site, listing }),
  v.check(
    ({ site, listing }) => !site.address.hidesStreet || (listing.position === undefined && listing.map === undefined),
    'has hidesStreet in address, and position or map in listing, which show the street. Remove them',
  ),
);
export type Listing = v.InferOutput<typeof listing>;

const service = v.strictObject({ slug, name: text, summary: text, description: text });
export type Service = v.InferOutput<typeof service>;

const webLink = v.strictObject({ text, href: text });
const titled = { title: text, text };
const part = { slug: v.exactOptional(slug), heading: text, text };

const step = v.strictObject({ ...titled, otherwise: v.exactOptional(v.strictObject(titled)) });
export type Step = v.InferOutput<typeof step>;

/** The result of `import file from './photo.jpg?picture'`. */
const pictureFile = v.object(
  {
    src: v.string(),
    /** In pixels, of the largest size. */
    width: v.number(),
    height: v.number(),
    /** From an SVG, so that it has a few kilobytes. */
    isDrawing: v.boolean(),
    /** Best format first; empty on the dev server. */
    sources: list(v.object({ type: v.string(), srcSet: v.string() })),
  },
  "is not a picture. Import it, for example: import photo from './photo.jpg?picture'",
);
export type PictureFile = v.InferOutput<typeof pictureFile>;

export const picture = v.strictObject({
  file: pictureFile,
  /** Of the same size, for the dark colour scheme. */
  dark: v.exactOptional(pictureFile),
  /** A sentence for people who do not see the picture. */
  alt: text,
});
export type Illustration = v.InferOutput<typeof picture>;

const studyPart = v.variant('kind', [
  v.strictObject({ ...part, kind: v.literal('journey'), steps: list(step), picture: v.exactOptional(picture) }),
  v.strictObject({
    ...part,
    kind: v.literal('bars'),
    unit: text,
    bars: list(v.strictObject({ label: text, value: v.number() })),
    source: v.exactOptional(webLink),
  }),
]);
export type StudyPart = v.InferOutput<typeof studyPart>;

/** The result of `import drawing from './face/name.svg?drawing'`. */
const drawing = v.custom<Drawing>(
  (value) => Array.isArray(Object(value).shapes),
  "is not a drawing. Import it, for example: import face from './face/people/zoe.svg?drawing'",
);

/** Shown on the home page; an empty list is left out. */
export const home = v.strictObject({
  lead: text,
  reasons: list(v.strictObject(titled)),
  quotations: list(
    v.strictObject({
      text,
      attribution: text,
      /** Made up, and labelled so on the page. */
      isExample: v.exactOptional(v.literal(true)),
    }),
  ),
});
export type HomeClaims = v.InferOutput<typeof home>;

/** Shown on the page About us; an empty list is left out. */
export const working = v.strictObject({
  lead: text,
  story: list(text),
  steps: list(step),
  people: list(
    v.strictObject({ name: text, role: text, picture: v.exactOptional(picture), drawing: v.exactOptional(drawing) }),
  ),
  knownFor: list(v.strictObject(titled)),
  prices: list(v.strictObject({ of: text, from: text })),
  questions: list(v.strictObject(titled)),
});
export type Working = v.InferOutput<typeof working>;

const project = v.strictObject({
  slug,
  title: text,
  client: text,
  year: v.pipe(v.number(), v.integer('should be a year, such as 2026')),
  summary: text,
  href: v.exactOptional(text),
  /** One is large, and several are a grid. */
  pictures: v.exactOptional(list(v.strictObject({ ...picture.entries, caption: v.exactOptional(text) }))),
  figures: v.exactOptional(list(v.strictObject({ value: text, label: text }))),
  /** How the figures were measured. */
  method: v.exactOptional(text),
  /** Made up, and labelled so on the page. */
  isExample: v.exactOptional(v.literal(true)),
  source: v.exactOptional(webLink),
  study: v.exactOptional(list(studyPart)),
});
export type Project = v.InferOutput<typeof project>;

/** Of a Markdown file in identity/news. */
export interface Post {
  readonly slug: string;
  /** Such as 2026-11-20. */
  readonly date: string;
  readonly title: string;
  readonly summary: string;
  readonly isUnlisted?: true;
}

const presenceEntries = {
  /** Without the firm's name. */
  title: text,
};

/** A page without an address. It is not indexed. */
export const presence = v.strictObject({ ...presenceEntries, path: v.exactOptional(v.undefined()) });
export type Presence = v.InferOutput<typeof presence>;

export const place = v.strictObject({
  ...presenceEntries,
  /** For search engines and link previews. */
  description: text,
  path: matching(/^\/public(?:\/[\w-]+)+$/, 'should begin with /public/, followed by letters, digits and hyphens'),
  label: text,
  /** The order in the menu and in the footer's quick links. */
  menu: v.exactOptional(v.number()),
  /** The order in the quick links, for pages outside the menu. */
  footer: v.exactOptional(v.number()),
  /** Left out of the sitemap, search engines and the page for unknown addresses. */
  isUnlisted: v.exactOptional(v.literal(true)),
  /** The folder in server/forms, for a page with a form. */
  form: v.exactOptional(matching(/^[a-z]+$/, 'should be a folder in server/forms, in lower-case letters')),
});
export type Place = v.InferOutput<typeof place>;

/** Of pages from data, by their name. */
export const places = v.record(slug, place);

/** No text may be empty. */
export const words: v.GenericSchema = v.lazy((value) => {
  if (Array.isArray(value)) return v.array(words);
  if (typeof value === 'object' && value !== null) return v.record(v.string(), words);
  return ['number', 'boolean', 'function'].includes(typeof value) ? v.unknown() : text;
});

/** Entries with unique slugs. */
const listOf = <Entry extends v.GenericSchema<unknown, { readonly slug: string }>>(entry: Entry) =>
  v.pipe(
    v.array(entry),
    v.check(
      (entries) => new Set(entries.map((each) => each.slug)).size === entries.length,
      'has the same slug twice. Give each entry its own',
    ),
  );

export const services = v.pipe(listOf(service), v.minLength(1, 'has no entries. Add one'));
export const projects = listOf(project);
