export const notFound = {
  heading: 'This branch ends here',
  text: 'There is no page at this address. It may have moved, or the link may be mistyped.',
  linksHeading: 'These are the pages we have',
} as const;
