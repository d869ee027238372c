import fieldsOfForms from 'virtual:fields';
import { facts as given } from '#identity/privacy.ts';
import { emailHref, phoneHref, site, unbroken } from '../../content/site.ts';
import { countryOf, HOME, hasGdpr, isProtected } from '../../lib/countries.ts';
import { listed } from '../../lib/listed.ts';
import type { FormField, PrivacyFacts, Recipient } from '../../prerender/schema.ts';

/** A name or an address, which is not translated. */
export interface Exact {
  readonly text: string;
  readonly href?: string;
}

interface Part {
  readonly heading: string;
  readonly paragraphs: readonly (string | readonly (string | Exact)[])[];
}

const NUMBERS = ['', 'a', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** “two years”, “a week”, “45 days” */
function period(count: number): string {
  const units: readonly [days: number, name: string][] = [
    [365, 'year'],
    [30, 'month'],
    [7, 'week'],
  ];
  const [length, unit] = units.find(([each]) => count % each === 0) ?? [1, 'day'];
  const number = count / length;
  return `${NUMBERS[number] ?? number} ${unit}${number === 1 ? '' : 's'}`;
}

interface Company extends Omit<Recipient, 'keeps'> {
  /** Of those without it, the notice names the periods elsewhere. */
  readonly keeps?: string;
}

function companiesOf({ hosting, email, proxy, others }: PrivacyFacts): readonly Company[] {
  const isOne = email.company === hosting.company && countryOf(email.country) === countryOf(hosting.country);
  return [
    { ...hosting, does: `runs the server of this site${isOne ? ' and our email' : ''}` },
    ...(isOne ? [] : [{ ...email, does: 'runs our email' }]),
    ...(proxy
      ? [{ ...proxy, does: 'passes on what your browser and our server send each other, and can read it' }]
      : []),
    ...others,
  ].map((company) => ({ ...company, country: countryOf(company.country) }));
}

/** What POPIA section 72(1) asks for in a country whose law nobody here has compared with it. */
const GROUNDS = {
  agreement: (company: string) =>
    `We rely on our contract with ${company}: it protects your details as POPIA does (section 72(1)(a)).`,
  consent: (company: string) => `${company} only gets them if you agreed to that (section 72(1)(b)).`,
  contract: (company: string) => `Without ${company}, we couldn’t do what you ask us for (section 72(1)(c)).`,
};

function countries(companies: readonly Company[], hasWhatsApp: boolean): string {
  const nowhereElse = `${hasWhatsApp ? 'Apart from WhatsApp, we' : 'We'} don’t send your details to any other country.`;
  if (companies.every(({ country }) => country === HOME)) {
    return `All of this happens in ${HOME}. ${nowhereElse}`;
  }
  const withGdpr = [...new Set(companies.map(({ country }) => country).filter(hasGdpr))];
  return [
    ...(withGdpr.length > 0
      ? [`In ${listed(withGdpr)}, a law called the GDPR protects your details in much the same way as POPIA.`]
      : []),
    ...companies
      .filter(({ country }) => !isProtected(country))
      .map(({ company, country, ground = 'agreement' }) => GROUNDS[ground](`${company} (${country})`)),
    nowhereElse,
  ].join(' ');
}
/** The checks of server/src/Http/SpamSigns.php; for the tests, `mark` is a part of the mail’s reason. */
export const spamChecks: readonly { readonly text: string; readonly mark: string }[] = [
  { text: 'whether a hidden field was filled in', mark: 'only programs see' },
  { text: 'whether the form was sent from our page', mark: 'came from our page' },
  { text: 'how long you had the page open', mark: 'seconds after the page' },
  { text: 'whether it has hidden characters that reverse it', mark: 'turn text around' },
  { text: 'whether it has a path to a file', mark: 'path to a file' },
  { text: 'how many other websites it links to', mark: 'other sites' },
  { text: 'whether its links hide where they lead', mark: 'hide where they lead' },
  { text: 'whether it offers what spam offers', mark: 'what spam offers' },
  { text: 'whether it’s worded as spam is', mark: 'as spam does' },
  { text: 'whether it is on our list of known spam', mark: 'suspects.txt' },
];

/** tests/contract/notice.json holds the endpoint to it. */
export const LOG_DAYS = 35;

const { registration, legalName, address } = site;
const firm = [
  `${legalName}${registration ? ` (registration number ${registration})` : ''}`,
  address.street,
  address.town,
  address.postalCode,
  address.country,
].join(', ');

export const privacy = {
  heading: 'Privacy notice',
  lead: 'What happens to your details.',
  changed: 'Last updated on',
  invitation: {
    heading: 'Questions about this notice?',
    text: 'Ask us anything about your details.',
    button: 'Ask about your details',
    subject: 'Your privacy notice',
  },
  updated: { date: '2026-11-28', text: '28 November 2026' },
} as const;

/** Quoted if it is a sentence, or hard to tell from the list around it. */
const inList = ({ label, control }: FormField) =>
  control === 'checkbox' || /[,.?!:;…]|\band\b/i.test(label) ? `“${label.replace(/\.$/, '')}”` : label;

const labelsOf = (fields: readonly FormField[]) => listed([...new Set(fields.map(inList))]);

/** Also if the firm only links to it in the footer. */
const canWriteOnWhatsApp =
  site.whatsApp !== '' || site.socialLinks.some(({ href }) => /\b(?:wa\.me|whatsapp)\b/i.test(href));

function consentsOf({ sendsMarketing, others }: PrivacyFacts, fields: readonly FormField[]) {
  const isBox = ({ control }: FormField) => control === 'checkbox';
  // the name that server/src/Enquiry/Form.php knows
  const isWhatsApp = ({ name }: FormField) => name === 'whatsApp';
  const boxes = fields.filter(isBox);
  const hasMarketing = sendsMarketing || !boxes.every(isWhatsApp);
  return {
    typed: fields.filter((field) => !isBox(field)),
    boxes,
    /** Empty without WhatsApp. */
    ifOnWhatsApp: [
      ...(boxes.some(isWhatsApp) ? ['tick its box in our form'] : []),
      ...(canWriteOnWhatsApp ? ['write to us there first'] : []),
    ].join(' or '),
    // also with a box for something else: then this promises less
    hasMarketing,
    hasConsent: hasMarketing || boxes.length > 0 || others.some(({ ground }) => ground === 'consent'),
  };
}

function directorsOf({ directors = [] }: PrivacyFacts): readonly (string | Exact)[] {
  if (directors.length === 0) return [];
  return [directors.length === 1 ? ' Our director is ' : ' Our directors are ', { text: listed(directors) }, '.'];
}

/** How the notice names those who read the enquiries. */
const TEAM = { us: 'our team', decide: 'One of us decides', get: 'Our team gets', mailbox: 'team’s mailbox' };
const ONE: typeof TEAM = { us: 'us', decide: 'A person decides', get: 'We get', mailbox: 'mailbox' };

/** The parts of the privacy notice (POPIA section 18). */
export function partsOf(facts: PrivacyFacts, fields: readonly FormField[] = fieldsOfForms): readonly Part[] {
  const { typed, boxes, ifOnWhatsApp, hasMarketing, hasConsent } = consentsOf(facts, fields);
  const companies = companiesOf(facts);
  const we = facts.readers > 1 ? TEAM : ONE;

  return [
    {
      heading: 'Who is responsible',
      paragraphs: [
        [
          { text: firm },
          ', is responsible for your details. You can email us at ',
          { text: site.email, href: emailHref },
          ' or call us on ',
          { text: unbroken(site.phone), href: phoneHref },
          '.',
        ],
        [
          'Our information officer is ',
          { text: facts.informationOfficer },
          '. You can reach them the same way.',
          ...directorsOf(facts),
          ...(facts.addressForService ? [' Our address for service is ', { text: facts.addressForService }, '.'] : []),
        ],
        ...(facts.representative
          ? [
              [
                'Our representative in the European Union (Article 27 of the GDPR) is ',
                { text: facts.representative },
                '.',
              ],
            ]
          : []),
        ...(site.paiaManual
          ? [['You can ask for our records as ', { text: 'our PAIA manual', href: site.paiaManual }, ' describes.']]
          : []),
      ],
    },
    {
      heading: 'What we collect',
      paragraphs: [
        `We store what you fill in: ${labelsOf(typed)}. ${boxes.length > 0 ? `We store whether you ticked ${labelsOf(boxes)}. ` : ''}We also store the time, a reference, signs of spam, and whether the email to ${we.us} was sent. We don’t get your details from anyone else.`,
        'Please don’t send us ID numbers, bank details or health information.',
        `To detect spam, we check ${listed(spamChecks.map(({ text }) => text))}. A program only marks messages. ${we.decide}, and may put an email address, a network or words on our spam list, until we remove them. You can ask us to.`,
        'Your connection has a number, called a network address. For ten minutes, we keep a code made from it, to count messages. If there are too many, the form asks you to wait.',
        `The web server writes down each visit: the time, the page, the page before it, your browser and ${facts.accessLog === 'full' ? 'your whole network address' : 'the first part of your network address. If something fails, it may write down the whole address'}. It deletes these logs after ${period(facts.days.accessLog)}. They don’t have your message or its reference. We only look there to stop abuse or find faults.`,
        'We use no analytics, advertising or trackers, and our pages load nothing from other companies.',
      ],
    },
    {
      heading: 'What your device keeps',
      paragraphs: [
        'While you type, your browser saves a draft on your device, in case the signal drops. It deletes the draft once your message is sent, when you clear the form, or when you open the form after a week. A tab with an unsent text keeps it until you close the tab. Until then, other people who use your device may read it.',
        'Your browser also keeps the reference for your message, and deletes it when you open the form after a week. If you send the form without JavaScript, a cookie keeps it until you close the browser. A cookie called XSRF-TOKEN makes sure that the form is sent from this site, until you close the browser. It contains nothing about you.',
      ],
    },
    {
      heading: 'Why we collect your details',
      paragraphs: [
        `We use your details ${listed([
          'to answer you',
          'to see your earlier messages when you write again',
          'to keep spam out',
          'to keep this site safe',
          ...(hasMarketing ? ['for what you agreed to'] : []),
          ...facts.others.map(({ company, does }) => `so that ${company} ${does}`),
        ])}. We use them for nothing else.`,
        'You don’t have to give us your details, but the form is only sent if you complete every field that isn’t marked “optional”. You can also call or email us.',
        'No law requires us to collect your details. The Protection of Personal Information Act (POPIA) allows it where it is needed for a contract with you (section 11(1)(b)). Otherwise we have a legitimate interest in answering you, keeping a record of it and keeping the site safe (section 11(1)(f)).',
        ...(hasConsent
          ? [
              'Where we ask for your consent, we rely on it (section 11(1)(a)). You can withdraw your consent at any time (section 11(2)(b)): just email or call us. What we did before that stays lawful.',
            ]
          : []),
        ...(facts.hasVisitorsFromEurope || facts.representative
          ? [
              `If you are in the European Union or the United Kingdom, we use your details on the same grounds (Article 6(1)${hasConsent ? '(a), (b)' : '(b)'} and (f) of the GDPR). You can also ask us for a file with your details or to stop using them for a while, and complain to the data protection authority of your country.`,
            ]
          : []),
      ],
    },
    {
      heading: 'Who handles your details',
      paragraphs: [
        `${we.get} your message by email. The person who looks after our server can also read it. These companies handle your details for us:`,
        ...companies.map(({ company, country, does, keeps }) => [
          { text: company },
          ` (${country}) ${does}.${keeps === undefined ? '' : ` It keeps your details ${keeps}.`}`,
        ]),
        ...(ifOnWhatsApp
          ? [
              `We only answer you on WhatsApp if you ${ifOnWhatsApp}. You then agree that WhatsApp, which belongs to Meta in the United States, gets your number and our conversation (section 72(1)(b)). You can tell us to stop at any time.`,
            ]
          : []),
        `We don’t give your details to anyone else, unless the law requires it. We don’t sell them${hasMarketing ? '. We only use them for marketing if you agreed to it (section 69), and you can stop it at any time.' : ' or use them for marketing.'}`,
      ],
    },
    {
      // POPIA section 18(1)(g): whether it leaves the country, and how it is protected there
      heading: 'In which countries',
      paragraphs: [countries(companies, ifOnWhatsApp !== '')],
    },
    {
      heading: 'How long we keep your details',
      paragraphs: [
        `The server keeps each message for ${period(facts.days.enquiries)} from the day we received it, so that we can continue our conversation. It is deleted the night after.`,
        `Backups of the server’s messages are deleted after ${period(facts.days.backups)}. We delete the emails with your message from our ${we.mailbox} after ${period(facts.days.mailbox)}. If the law makes us keep something for longer, we do.`,
        `The server keeps a log, to find faults. It has the reference of your message, but not what you typed, and is deleted after ${period(LOG_DAYS)} at most.`,
        `If you ask us to delete your messages earlier, we do. Our backups still have them for up to ${period(facts.days.backups)}.`,
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'You can ask us what details we hold about you (section 23 of POPIA), ask us to correct or delete them (section 24), and object to how we use them (section 11(3)). It’s free, you don’t have to give a reason, and we answer in writing within 30 days.',
        'If your details reach somebody who shouldn’t have them, we tell you and the Information Regulator (section 22).',
        // addresses of 2026: https://inforegulator.org.za and its eServices portal
        [
          'You can complain to the Information Regulator (South Africa) on its portal, ',
          {
            text: 'eservices.inforegulator.org.za',
            href: 'https://eservices.inforegulator.org.za',
          },
          '.',
        ],
        // a paragraph of its own: wrapped, this link would cover the other one
        [
          'You can also email your complaint to ',
          {
            text: 'POPIAComplaints@\u200binforegulator.org.za',
            href: 'mailto:POPIAComplaints@inforegulator.org.za',
          },
          '.',
        ],
      ],
    },
  ];
}

export const parts = partsOf(given);
