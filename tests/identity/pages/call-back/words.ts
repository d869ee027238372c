export const callBack = {
  heading: 'Request a call back',
  lead: 'Leave us your number, and we’ll call you.',
  details: 'Or call us',
  form: { heading: 'When may we call?', submit: 'Request a call' },
} as const;
