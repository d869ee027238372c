export const ourWork = {
  heading: 'Our work',
  lead: 'Finished things, with figures that were measured.',
  /** Before the name of a project. */
  visit: 'Visit',
  invitation: {
    heading: 'Something like this?',
    text: 'Tell us what yours has to do. We say what it takes, and what it costs.',
    subject: 'Something like your work',
  },
  empty: {
    heading: 'Nothing to show here yet',
    text: 'Our first projects are still under way. Ask us what we are working on.',
  },
} as const;
