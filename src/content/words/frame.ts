export const frame = {
  skip: 'Skip to content',
  menu: 'Menu',
  closeMenu: 'Close',
  menuLabel: 'Main',
  loading: 'Loading …',
  /** On other pages than the contact page. */
  notice: {
    sent: 'Your message was sent.',
    reference: 'Your reference is',
    next: 'What happens next',
    /** The visitor has changed the text since. */
    sentBefore: 'The earlier version of your message was sent.',
    notSent: 'Your message was not sent.',
    unknown: 'We cannot tell whether your message arrived.',
    back: 'Back to your message',
    close: 'Close',
  },
  footer: {
    links: 'Quick links',
    services: 'Services',
    contact: 'Contact',
    /** Before the social links, if they stand alone. */
    elsewhere: 'Elsewhere',
    registration: 'registration number',
  },
  details: {
    address: 'Visit',
    phone: 'Call',
    email: 'Write',
  },
} as const;
