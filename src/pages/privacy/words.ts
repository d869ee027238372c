import { emailHref, phoneHref, site, unbroken, unhyphenated } from '../../content/site.ts';

/** A name or an address, which is not translated. */
interface Exact {
  readonly text: string;
  readonly href?: string;
}

interface Privacy {
  readonly heading: string;
  readonly lead: string;
  readonly changed: string;
  readonly invitation: {
    readonly heading: string;
    readonly text: string;
    readonly subject: string;
  };
  readonly updated: {
    readonly date: string;
    readonly text: string;
  };
  readonly sections: readonly {
    readonly heading: string;
    readonly paragraphs: readonly (string | readonly (string | Exact)[])[];
  }[];
}

const eMail = unhyphenated('e-mail');

/** The privacy notice (POPIA section 18). */
export const privacy: Privacy = {
  heading: 'Privacy notice',
  lead: 'This page says what happens to what you type into our contact form. It is short because we collect little.',
  changed: 'Last changed on',
  invitation: {
    heading: 'Questions about this notice',
    text: 'Ask what we hold about you, or anything else that this page leaves open.',
    subject: 'Your privacy notice',
  },
  updated: { date: '2026-11-22', text: '22 November 2026' },
  sections: [
    {
      heading: 'Who is responsible',
      paragraphs: [
        [
          {
            text: `${site.legalName}, ${site.address.street}, ${site.address.town}, ${site.address.postalCode}, ${site.address.country}`,
          },
          '. Write to ',
          { text: site.email, href: emailHref },
          ' or call ',
          { text: unbroken(site.phone), href: phoneHref },
          '.',
        ],
      ],
    },
    {
      heading: 'What we collect',
      paragraphs: [
        `The six things you type into the contact form: your name, surname, ${eMail} address, contact number, subject and message. With them goes the time at which they reached us.`,
        'With them go signs that tell a person from a machine: how long the page was open, and how many links are in your message. Your network address is turned into a code that only counts how often one sender writes, and is thrown away with that count.',
        'While you type, your browser keeps a draft of the form on your own device, so that a bad signal or a closed page loses nothing. It is removed once your message was sent, when you clear the form, and otherwise ignored after seven days. The reference of what you sent is kept until you close the tab. A cookie named XSRF-TOKEN, without anything about you in it, makes sure that the form is sent from this site.',
        'Where a page of ours fails in your browser, it tells our server which part of our own script failed. Such a report has nothing in it that you typed, and nothing that says who you are.',
        'Reading this site needs no account. We use no analytics, no advertising and no trackers, and pages load nothing from other companies.',
      ],
    },
    {
      heading: 'Why, and on what ground',
      paragraphs: [
        `To answer your enquiry, and for nothing else. You give us these details yourself and ask us to use them (section 11 of the Protection of Personal Information Act, POPIA). We need all six to call or write back; if you would rather not fill in the form, call us or send an ${eMail} instead.`,
      ],
    },
    {
      heading: 'Who reads it',
      paragraphs: [
        `Our sales team, by ${eMail}. The company that carries our ${eMail} handles it on our behalf. We do not sell it, and we do not pass it on to anyone else or use it for marketing.`,
      ],
    },
    {
      // POPIA section 18(1)(g): whether it leaves the country, and how it is protected there
      heading: 'Where it is kept',
      paragraphs: [
        `On a server in South Africa. The company that carries our ${eMail} may also handle it in the European Union, whose law (the GDPR) protects it as POPIA does. We send it to no other country.`,
      ],
    },
    {
      heading: 'How long we keep it',
      paragraphs: [
        'Two years after our last contact with you, so that we can pick up the thread, and longer only where the law asks it of us. Then it is deleted. Backups of it are kept for a week.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'You may ask what we hold about you, have it corrected or deleted, and object to our using it. Write or call; it costs nothing and you need give no reason.',
        // addresses of 2026: https://inforegulator.org.za and its eServices portal
        [
          'You may also complain to the Information Regulator (South Africa): on its portal, ',
          {
            text: 'eservices.inforegulator.org.za',
            href: 'https://eservices.inforegulator.org.za',
          },
          ', or in writing to ',
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
