export const ourWork = {
  heading: 'Our work',
  lead: 'Some of what we’ve done.',
  /** Before the name of a project. */
  visit: 'Visit',
  example: 'An example: this project and its figures are made up.',
  invitation: {
    heading: 'Want something like this?',
    text: 'Tell us what it needs to do. We’ll say what it costs.',
    button: 'Ask for a quote',
    subject: 'A project like one of yours',
  },
  empty: {
    heading: 'Nothing to show yet',
    text: 'We’re still busy with our first projects. Ask us what we’re working on.',
  },
} as const;
