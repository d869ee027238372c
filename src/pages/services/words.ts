export const servicesPage = {
  heading: 'Services',
  lead: 'What you get with each service. Use one, or several together.',
  /** Before the name of a service. */
  ask: 'Ask us about it',
  invitation: {
    heading: 'Not sure which one you need?',
    text: 'Tell us the problem and we’ll tell you which service fits. If you don’t need any, we’ll say so.',
    button: 'Ask which one fits',
    subject: 'Which service we need',
  },
  callUs: {
    heading: 'Prefer to talk?',
    text: 'Call and tell us what you need.',
    /** Before the opening hours of identity/site.ts. */
    hours: 'Our phone hours are',
    whatsApp: 'Or WhatsApp us',
  },
} as const;
