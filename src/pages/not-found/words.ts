export const notFound = {
  heading: 'This branch ends here',
  text: 'There is no page at this address. It may have moved, or the link may be mistyped.',
  invitation: {
    heading: 'Did a link of ours lead here?',
    text: 'Tell us where you found it, and we mend it.',
    subject: 'A link that leads nowhere',
  },
  linksHeading: 'These are the pages we have',
} as const;
