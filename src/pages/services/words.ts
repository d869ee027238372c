export const servicesPage = {
  heading: 'Services',
  lead: 'What you get with each service.',
  /** Before the name of a service. */
  ask: 'Ask us about it',
  invitation: {
    heading: 'Not sure which one you need?',
    text: 'Tell us the problem. We’ll say which service fits, or that you need none.',
    button: 'Ask which one fits',
    subject: 'Which service we need',
  },
  callUs: {
    heading: 'Prefer to talk?',
    text: 'Call us.',
    /** Before the opening hours of identity/site.ts. */
    hours: 'Our phone hours are',
    whatsApp: 'Or WhatsApp us',
  },
} as const;
