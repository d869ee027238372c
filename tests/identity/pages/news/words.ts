export const news = {
  lead: 'What’s new in Hoogstraat.',
  all: 'All posts',
  invitation: { heading: 'A question?', text: 'Ask us.', button: 'Write to us', subject: 'Your news' },
} as const;
