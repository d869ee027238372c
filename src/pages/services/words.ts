export const servicesPage = {
  heading: 'Services',
  lead: 'From a first sketch to the machine it runs on. Each service stands alone, and they fit together when you need more than one.',
  /** Before the name of a service. */
  ask: 'Ask us about it',
  invitation: {
    heading: 'Not sure which?',
    text: 'Describe the problem rather than the solution. We say which of these it needs, or that it needs none.',
    subject: 'Which service we need',
  },
  callUs: {
    heading: 'Rather talk it through?',
    text: 'Call us on a working day between 08:00 and 17:00. An engineer picks up.',
  },
} as const;
