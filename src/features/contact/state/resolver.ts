import type { Resolver } from 'react-hook-form';
import { type ContactMessage, checkMessage, isField, normaliseMessage } from '../api/rules.ts';
import type { Refusals } from '../api/sendEnquiry.ts';

// A rejected value stays invalid until it changes: react-hook-form would drop an error from setError on blur.
export const resolver: Resolver<ContactMessage, Refusals | undefined> = (typed, refused = {}) => {
  const message = normaliseMessage(typed);
  const refusals = Object.entries(refused)
    .filter(([field, { value }]) => isField(field) && message[field] === value)
    .map(([field, refusal]) => [field, refusal.message]);
  const errors = Object.entries({ ...Object.fromEntries(refusals), ...checkMessage(message) });
  return errors.length === 0
    ? { values: typed, errors: {} }
    : {
        values: {},
        errors: Object.fromEntries(
          errors.map(([field, message]) => [field, { type: 'rule', message }]),
        ),
      };
};
