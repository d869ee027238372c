export const crash = {
  heading: 'This page did not open',
  text: 'Something went wrong while it was fetched or drawn. Check your connection and load it again.',
  sending:
    'Were you sending a message? Open the contact page again: it keeps what you typed, and tells you if it was sent.',
  reload: 'Load it again',
  home: 'Go to the home page',
  reach: 'You can also reach us directly:',
} as const;
