import { emailHref, phoneHref, site, unbroken } from '../../content/site.ts';

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
    readonly button: string;
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

/** The privacy notice (POPIA section 18). */
export const privacy: Privacy = {
  heading: 'Privacy notice',
  lead: 'This notice explains what happens to the details you send us through our contact form.',
  changed: 'Last updated on',
  invitation: {
    heading: 'Questions about this notice?',
    text: 'Ask us what details we hold about you, or anything else you’d like to know.',
    button: 'Ask about your details',
    subject: 'Your privacy notice',
  },
  updated: { date: '2026-11-25', text: '25 November 2026' },
  sections: [
    {
      heading: 'Who is responsible',
      paragraphs: [
        [
          {
            text: `${site.legalName}, ${site.address.street}, ${site.address.town}, ${site.address.postalCode}, ${site.address.country}`,
          },
          ' is responsible for your details. You can email us at ',
          { text: site.email, href: emailHref },
          ' or call us on ',
          { text: unbroken(site.phone), href: phoneHref },
          '.',
        ],
      ],
    },
    {
      heading: 'What we collect',
      paragraphs: [
        'The contact form asks you for six things: your name, surname, email address, contact number, a subject and your message. We also store the date and time we received them. We don’t get your details from anyone else.',
        'To detect spam, we check how long you had the page open, count the links in your message and compare the message with a list of known spam.',
        'Your connection has a number, called a network address. We turn it into a code, which we only use to count how many messages come from the same sender. We delete the code and the count together.',
        'We store the first part of your network address with your message. Many connections share that part, so it doesn’t point to you alone. We only use it to detect spam, and delete it when we delete your message.',
        'You don’t need an account to use this site. We use no analytics, advertising or trackers, and our pages load nothing from other companies.',
      ],
    },
    {
      heading: 'What your device keeps',
      paragraphs: [
        'While you type, your browser saves a draft of the form on your own device. That way you lose nothing if the signal drops or you close the page. Your browser deletes the draft once your message is sent, or when you clear the form. After a week, the form no longer shows it.',
        'Your browser also keeps the reference for your message until you close the tab. A cookie called XSRF-TOKEN makes sure that the form is sent from this site. It contains nothing about you.',
      ],
    },
    {
      heading: 'Why we collect your details',
      paragraphs: [
        'We use your details to answer your enquiry and for nothing else.',
        'You don’t have to give us your details, but the form can’t be sent without all six. If you’d rather not fill it in, call or email us instead.',
        'No law requires us to collect your details. The law allows us to use them because you send them to us yourself and ask us to reply (section 11 of the Protection of Personal Information Act, POPIA).',
      ],
    },
    {
      heading: 'Who reads your message',
      paragraphs: [
        'Our sales team gets your message by email. The company that runs our email handles your message on our behalf.',
        'We don’t give your details to anyone else. We don’t sell them or use them for marketing.',
      ],
    },
    {
      // POPIA section 18(1)(g): whether it leaves the country, and how it is protected there
      heading: 'Where we keep your details',
      paragraphs: [
        'We keep your details on a server in South Africa. The company that runs our email may also handle them in the European Union, where a law called the GDPR protects them in much the same way as POPIA. We don’t send them to any other country.',
      ],
    },
    {
      heading: 'How long we keep your details',
      paragraphs: [
        'We keep your details for two years after our last contact with you, so that we can pick up where we left off. Then we delete them, unless the law says that we must keep them for longer. We keep backups for a week.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'You can ask us what details we hold about you, ask us to correct or delete them, and object to how we use them. Just email or call us. We don’t charge for this, and you don’t have to give a reason.',
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
