/** The words around every page. */
export const frame = {
  skip: 'Skip to content',
  menu: 'Menu',
  /** What its button says while it is open. */
  closeMenu: 'Close',
  menuLabel: 'Main',
  loading: 'Loading …',
  /** What is said wherever the visitor is when a message's fate is known. */
  notice: {
    sent: 'Your message was sent.',
    reference: 'Your reference is',
    next: 'What happens next',
    /** It was changed since, in the form or in another message. */
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
    /** Before the social links, where nothing else stands beside them. */
    elsewhere: 'Elsewhere',
    /** Before the number under which the firm is registered. */
    registration: 'registration number',
  },
  details: {
    address: 'Visit',
    phone: 'Call',
    email: 'Write',
  },
} as const;
