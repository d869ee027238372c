/** A state of the form, for the tests and `npm run shots`. */
export interface FormState {
  readonly name: string;
  readonly fields: 'empty' | 'typed' | 'restored';
  /** Changes to a valid message. */
  readonly changes?: Readonly<Record<string, string>>;
  /** Whether the last of these fields keeps the focus. */
  readonly isTyping?: true;
  readonly isSubmitted?: true;
  readonly isOffline?: true;
  /** A case of tests/contract/answers.json, NO_ANSWER_YET or UNREACHABLE. */
  readonly answer?: string;
  /** A text that appears in this state. */
  readonly shows: string;
  /** Whether a screen reader says it, though nothing was sent. */
  readonly isSaid?: true;
  /** The state that has the same elements with other words. */
  readonly looksLike?: string;
}

export const NO_ANSWER_YET = 'no answer yet';
export const UNREACHABLE = 'unreachable';

export const REFERENCE = '7K3QM-2XF9D';
/** In the state suggested. */
export const SUGGESTED = 'zoe@gmail.com';
export const RECEIPT = { 'Enquiry-Reference': REFERENCE, 'Enquiry-Promised-By': '2026-11-27T09:24:00+02:00' };

const sent = { fields: 'typed', isSubmitted: true } as const;

export const formStates: readonly FormState[] = [
  { name: 'untouched', fields: 'empty', shows: 'Send message' },
  { name: 'filled', fields: 'typed', shows: 'Send message', looksLike: 'draft' },
  { name: 'invalid', fields: 'empty', isSubmitted: true, shows: 'Please provide your name.' },
  { name: 'typing', fields: 'typed', changes: { name: 'Z' }, isTyping: true, shows: 'Please provide your valid name.' },
  {
    name: 'advised',
    fields: 'typed',
    changes: { surname: 'E', email: 'zoe@firm.consulting', contactNumber: '082 123' },
    isSubmitted: true,
    shows: 'Please fix these 3 fields: Surname, Email address and Contact number.',
  },
  { name: 'suggested', fields: 'typed', changes: { email: 'zoe@gmail.con' }, shows: 'Did you mean', isSaid: true },
  { name: 'sending', ...sent, answer: NO_ANSWER_YET, shows: 'Sending...' },
  { name: UNREACHABLE, ...sent, answer: UNREACHABLE, shows: 'An error occurred, please try again in few minutes' },
  {
    name: 'refused-fields',
    ...sent,
    answer: 'every pattern failing',
    shows: 'Please fix the following and send it again: Name, Surname',
  },
  {
    name: 'too-many',
    ...sent,
    answer: 'too many enquiries from one address',
    shows: 'too many messages came from your network',
    looksLike: UNREACHABLE,
  },
  {
    name: 'server-fault',
    ...sent,
    answer: 'a fault of our own',
    shows: 'a problem with our server',
    looksLike: UNREACHABLE,
  },
  { name: 'offline', fields: 'typed', isOffline: true, shows: 'You’re offline.' },
  {
    name: 'not-sent-offline',
    ...sent,
    answer: UNREACHABLE,
    isOffline: true,
    shows: 'was not sent: you’re offline',
    looksLike: UNREACHABLE,
  },
  { name: 'sent', ...sent, answer: 'success', shows: 'Our sales representative will contact you shortly.' },
  { name: 'draft', fields: 'restored', shows: 'It’s saved on this device', isSaid: true },
];
