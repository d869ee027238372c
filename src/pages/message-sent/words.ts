export const messageSent = {
  home: 'Go to the home page',
} as const;
