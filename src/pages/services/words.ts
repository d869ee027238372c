export const servicesPage = {
  heading: 'Services',
  lead: 'We can take a project from the first idea to the server it runs on. Choose one service, or combine as many as you need.',
  /** Before the name of a service. */
  ask: 'Ask us about it',
  invitation: {
    heading: 'Not sure which one you need?',
    text: 'Tell us what the problem is and we’ll tell you which service fits. If you don’t need any of them, we’ll say so.',
    button: 'Ask which one fits',
    subject: 'Which service we need',
  },
  callUs: {
    heading: 'Prefer to talk?',
    text: 'Give us a call and tell us what you need.',
    /** Before the opening hours of identity/site.ts. */
    hours: 'We answer the phone',
    whatsApp: 'Or WhatsApp us',
  },
} as const;
