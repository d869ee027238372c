export const news = {
  all: 'All posts',
  invitation: { heading: 'A question?', text: 'Ask us.', button: 'Write to us', subject: 'Your news' },
} as const;
