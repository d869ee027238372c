import { contactUs } from '../../content/contactUs.ts';

export const messageSent = {
  heading: contactUs.sent.heading,
  home: 'Go to the home page',
} as const;
