export const aboutUs = {
  heading: 'About us',
  who: 'Who we are',
  knownFor: 'What we’re known for',
  steps: 'What happens after your first message',
  people: 'Who you’ll work with',
  prices: 'What it costs',
  /** Before a price. */
  from: 'From',
  questions: 'Questions we’re asked',
  invitation: {
    heading: 'Let’s talk',
    text: 'A few lines are enough. We’ll call or email you.',
    button: 'Tell us what you need',
    subject: 'Working with you',
  },
  ourWork: {
    text: 'See some of what we’ve done under',
    link: 'Our work',
  },
} as const;
