export const ourWork = {
  heading: 'Our work',
  lead: 'Finished things, with figures that were measured.',
  empty: {
    heading: 'Nothing to show here yet',
    text: 'Our first projects are still under way. Ask us what we are working on.',
  },
} as const;
