export const notFound = {
  heading: 'We can’t find that page',
  text: 'There’s no page at this address. It may have moved, or the link may have a typo in it.',
  invitation: {
    heading: 'Did one of our links bring you here?',
    text: 'Tell us where you found the link and we’ll fix it.',
    button: 'Report the link',
    subject: 'A broken link',
  },
  linksHeading: 'Try one of these pages',
} as const;
