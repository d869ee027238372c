import { privacyFacts } from '#identity/privacy.ts';
import { emailHref, site as firm, phoneHref, unbroken } from '../../content/site.ts';
import { COMPARABLE } from '../../lib/comparableCountries.ts';
import type { PrivacyFacts, Recipient, Site } from '../../schema.ts';

/** A name or an address, which is not translated. */
interface Exact {
  readonly text: string;
  readonly href?: string;
}
type Paragraph = string | readonly (string | Exact)[];

interface Privacy {
  readonly heading: string;
  readonly lead: string;
  readonly changed: string;
  readonly invitation: {
    readonly heading: string;
    readonly text: string;
    readonly button: string;
    readonly subject: string;
  };
  readonly updated: {
    readonly date: string;
    readonly text: string;
  };
  readonly sections: readonly {
    readonly heading: string;
    readonly paragraphs: readonly Paragraph[];
  }[];
}

const NUMBERS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
];

/** Such as two years, a week or 45 days. */
export function period(days: number): string {
  const [unit, length] =
    days % 365 === 0 ? ['year', 365] : days % 7 === 0 ? ['week', 7] : (['day', 1] as const);
  const count = days / length;
  return count === 1 ? `a ${unit}` : `${NUMBERS[count] ?? count} ${unit}s`;
}

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

function dateInWords(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}

const within = (country: string) =>
  /^(?:United|Netherlands$|Philippines$)/.test(country) ? `the ${country}` : country;

/** POPIA section 72: why details may leave South Africa. */
const GROUNDS: Readonly<Record<NonNullable<Recipient['ground']>, string>> = {
  agreement:
    'Our agreement with this company protects your details there in much the same way as POPIA does (section 72(1)(a)).',
  rules:
    'The binding rules of this company protect your details there in much the same way as POPIA does (section 72(1)(a)).',
  request:
    'Without this, we couldn’t do what you ask us to do before or under an agreement with you (section 72(1)(c)).',
};

function abroad({ company, country, ground }: Recipient): Paragraph[] {
  if (country === 'South Africa') return [];
  const why =
    ground === undefined && COMPARABLE.includes(country)
      ? 'The law there protects your details in much the same way as POPIA does (section 72(1)(a)).'
      : GROUNDS[ground ?? 'agreement'];
  return [[{ text: company }, ` handles your details in ${within(country)}. ${why}`]];
}

const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** One for each sign of spam in the endpoint: tests/contract/spamChecks.json. */
const SPAM_CHECKS = [
  'whether a field that people can’t see was filled in',
  'whether your message came from our page',
  'how long you had the page open',
  'whether your email address pretends to be one of ours',
  'whether the text has characters that turn it around, or a path to a file',
  'how many links it has',
  'whether you or someone else sent the same text before',
];

/** The privacy notice (POPIA section 18), made from what the firm says about itself. */
export function noticeOf(site: Site, facts: PrivacyFacts): Privacy {
  const { keep, hosting, email, proxy, others, directors, addressForService } = facts;
  const recipients = [hosting, email, ...(proxy ? [proxy] : []), ...others];
  const foreign = recipients.flatMap(abroad);
  const address = `${site.address.street}, ${site.address.town}, ${site.address.postalCode}, ${site.address.country}`;
  return {
    heading: 'Privacy notice',
    lead: 'This notice explains what happens to the details you send us through our contact form.',
    changed: 'Last updated on',
    invitation: {
      heading: 'Questions about this notice?',
      text: 'Ask us what details we hold about you, or anything else you’d like to know.',
      button: 'Ask about your details',
      subject: 'Your privacy notice',
    },
    updated: { date: facts.changed, text: dateInWords(facts.changed) },
    sections: [
      {
        heading: 'Who is responsible',
        paragraphs: [
          [
            { text: [site.legalName, address].join(', ') },
            ' is responsible for your details. You can email us at ',
            { text: site.email, href: emailHref },
            ' or call us on ',
            { text: unbroken(site.phone), href: phoneHref },
            '.',
          ],
          [
            'Our information officer is ',
            { text: facts.informationOfficer },
            ...(site.registration
              ? ['. Our registration number is ', { text: site.registration }]
              : []),
            '.',
          ],
          ...(directors
            ? [
                [
                  directors.length === 1 ? 'Our director is ' : 'Our directors are ',
                  { text: listed(directors) },
                  '.',
                ],
              ]
            : []),
          ...(addressForService
            ? [['Legal documents reach us at ', { text: addressForService }, '.']]
            : []),
          ...(site.paiaManual
            ? [
                [
                  'Our ',
                  { text: 'PAIA manual', href: site.paiaManual },
                  ' says what records we hold and how to ask for them.',
                ],
              ]
            : []),
        ],
      },
      {
        heading: 'What we collect',
        paragraphs: [
          'The contact form asks you for six things: your name, surname, email address, contact number, a subject and your message. We also store the date and time, a reference, what our spam checks found, and when your message was emailed to our team. We don’t get your details from anyone else.',
          'Please don’t send us ID numbers, bank details or health information.',
          `To detect spam, we check ${listed([...SPAM_CHECKS, 'whether it matches our list of known spam'])}. A message that looks like spam is marked, and our team still gets it.`,
          'Your connection has a number, called a network address. We turn it into codes, which we only use to count how many messages come from the same sender or network. We delete the codes and the counts together.',
          'We store the first part of your network address with your message. Many connections share that part, so it doesn’t point to you alone. We only use it to detect spam, and delete it when we delete your message.',
          `For each page that you open, the web server writes a line into its access log: the time, the page, the page that you came from, the kind of browser, and ${facts.addressesInAccessLog === 'whole' ? 'your whole network address' : 'the first part of your network address'}. It doesn’t contain what you type. It’s kept for ${period(keep.accessLog)}, to find errors and attacks.`,
          'You don’t need an account to use this site. We use no analytics, advertising or trackers, and our pages load nothing from other companies.',
        ],
      },
      {
        heading: 'What your device keeps',
        paragraphs: [
          'While you type, your browser saves a draft of the form on your own device. That way you lose nothing if the signal drops or you close the page. Your browser deletes the draft once your message is sent, or when you clear the form. After a week, the form no longer shows it.',
          'Your browser also keeps the reference for your message until you close the tab. If it runs no scripts, a cookie called enquiry-reference keeps the reference for an hour at most. A cookie called XSRF-TOKEN makes sure that the form is sent from this site. It contains nothing about you.',
        ],
      },
      {
        heading: 'Why we collect your details',
        paragraphs: [
          'We use your details to answer your enquiry, and to protect this site against spam and attacks.',
          'You don’t have to give us your details, but the form can’t be sent without all six. If you’d rather not fill it in, call or email us instead.',
          'No law requires us to collect your details. The Protection of Personal Information Act (POPIA) allows us to use them where this is needed for an agreement that you ask us for (section 11(1)(b)), and for our legitimate interest in answering people who write to us and in keeping spam away (section 11(1)(f)).',
          ...(facts.servesEurope
            ? [
                'If you’re in the European Union, the GDPR may apply too. Our grounds are then Article 6(1)(b) and (f). You can also ask us to limit how we use your details or to give them to you in a common file format, and you can complain to the data protection authority of your country.',
              ]
            : []),
        ],
      },
      {
        heading: 'Who gets your details',
        paragraphs: [
          'Our sales team gets your message by email.',
          [
            { text: hosting.company },
            ' runs the server that stores your message and its backups, on our behalf.',
          ],
          [{ text: email.company }, ' runs our email, on our behalf.'],
          ...(proxy
            ? [
                [
                  { text: proxy.company },
                  ' passes everything between your browser and our server, on our behalf.',
                ],
              ]
            : []),
          ...others.map(({ company, purpose }) => [
            'We also give your details to ',
            { text: company },
            `, ${purpose}.`,
          ]),
          'From the email, our team can open a WhatsApp chat with your cellphone number. If they do, WhatsApp gets your number and what we write to each other, and may keep them outside South Africa. Tell us if you’d rather not be contacted there.',
          others.length === 0
            ? 'Apart from that, we don’t give your details to anyone else, unless the law requires it. We don’t sell them or use them for marketing.'
            : 'We give them to others only if the law requires it. We don’t sell them or use them for marketing.',
        ],
      },
      {
        // POPIA section 18(1)(g): whether it leaves the country, and how it is protected there
        heading: 'Where we keep your details',
        paragraphs: [
          `We keep your message and its backups on a server in ${within(hosting.country)}.`,
          ...foreign,
          foreign.length === 0
            ? 'We don’t store your details in any other country. If our team writes to you, the email goes to your own email provider.'
            : 'We don’t store your details in any other country than those named here. If our team writes to you, the email goes to your own email provider.',
        ],
      },
      {
        heading: 'How long we keep your details',
        paragraphs: [
          `We delete your message from our server ${period(keep.enquiries)} after we received it, unless it still waits to be emailed to our team, or the law says that we must keep it for longer.`,
          `We keep backups for ${period(keep.backups)}, so a deleted message is in the backups for that long at most.`,
          `The copies in our team’s mailbox, and our emails with you, are deleted ${period(keep.mailbox)} after our last email with you.`,
          'If you ask us to delete your message earlier, we keep a code made from your email address and the date, so that an old backup can’t bring your message back. The address can’t be read from the code.',
        ],
      },
      {
        heading: 'Your rights',
        paragraphs: [
          'You can ask us what details we hold about you (section 23 of POPIA), ask us to correct or delete them (section 24), and object to how we use them (section 11(3)). Just email or call us. We don’t charge for this, you don’t have to give a reason, and we answer in writing within 30 days. We may have to make sure that it’s you who asks.',
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
    ],
  };
}

export const privacy = noticeOf(firm, privacyFacts);
