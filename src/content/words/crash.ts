export const crash = {
  heading: 'This page didn’t load',
  text: 'Something went wrong while we were loading it. Check your connection, then try again.',
  sending: 'Were you sending a message? Go back to the form: it keeps what you typed and says whether it was sent.',
  next: 'What you can do',
  reload: 'Reload the page',
  home: 'Go to the home page',
  reach: 'You can also contact us:',
} as const;
