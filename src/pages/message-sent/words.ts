import place from './place.ts';

export const messageSent = {
  heading: place.title,
  home: 'Go to the home page',
} as const;
