export const frame = {
  skip: 'Skip to content',
  menu: 'Menu',
  closeMenu: 'Close',
  menuLabel: 'Main',
  loading: 'Loading…',
  /** On other pages than the contact page. */
  notice: {
    sent: 'Your message was sent.',
    reference: 'Your reference is',
    next: 'What happens next',
    /** The visitor has changed the text since. */
    sentBefore: 'Your message was sent without your latest changes.',
    sentElsewhere: 'Your message was sent from another tab.',
    notSent: 'Your message was not sent.',
    unknown: 'We don’t know whether your message arrived.',
    back: 'Back to your message',
    close: 'Close',
  },
  footer: {
    links: 'Quick links',
    services: 'Services',
    contact: 'Contact',
    /** Before the social links, if they stand alone. */
    elsewhere: 'Follow us',
    registration: 'registration number',
    paiaManual: 'PAIA manual',
  },
  details: {
    address: 'Visit',
    /** In place of it, if nobody may come by. */
    area: 'Based in',
    map: 'Show it on a map',
    languages: 'Languages',
    phone: 'Call',
    email: 'Email',
    whatsApp: 'WhatsApp',
    hours: 'Hours',
  },
} as const;
