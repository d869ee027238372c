import { type Control, useWatch } from 'react-hook-form';
import { type ContactMessage, emptyMessage } from '../api/rules.ts';

export const useTyped = (control: Control<ContactMessage>): ContactMessage => ({
  ...emptyMessage,
  ...useWatch({ control }),
});
