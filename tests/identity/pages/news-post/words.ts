export const newsPost = {
  invitation: { heading: 'A question?', text: 'Ask us about this.', button: 'Write to us', subject: 'Your news' },
} as const;
