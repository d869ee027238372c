import { type Control, useWatch } from 'react-hook-form';
import { type ContactMessage, emptyMessage } from './rules.ts';

/** What stands in the form now, for whatever is derived from it. */
export const useTyped = (control: Control<ContactMessage>): ContactMessage => ({
  ...emptyMessage,
  ...useWatch({ control }),
});
