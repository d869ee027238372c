/** The posts are Markdown files in identity/news. Without one, there is no page. */
export const news = {
  lead: 'What’s new.',
  all: 'All posts',
  invitation: {
    heading: 'Any questions?',
    text: 'Send us a few lines and we’ll get back to you.',
    button: 'Ask us',
    subject: 'Your news',
  },
} as const;
