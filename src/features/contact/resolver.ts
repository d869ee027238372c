import type { Resolver } from 'react-hook-form';
import { type ContactMessage, checkMessage, type FieldName, normaliseMessage } from './rules.ts';
import type { Refusals } from './submission.ts';

/**
 * The shared rules, in the shape react-hook-form asks for, over the message as it would be sent: a
 * number that only needs its spaces out is right. What the endpoint refused stays refused until that
 * value changes; an error that is only set (`setError`, `errors`) goes as soon as its field is left.
 */
export const resolver: Resolver<ContactMessage, Refusals | undefined> = (typed, refused = {}) => {
  const message = normaliseMessage(typed);
  const errors = { ...refusedStill(refused, message), ...checkMessage(message) };
  const entries = Object.entries(errors);
  return entries.length === 0
    ? { values: typed, errors: {} }
    : {
        values: {},
        errors: Object.fromEntries(
          entries.map(([field, message]) => [field, { type: 'rule', message }]),
        ),
      };
};

const refusedStill = (refused: Refusals, message: ContactMessage) =>
  Object.fromEntries(
    Object.entries(refused)
      .filter(([field, { value }]) => message[field as FieldName] === value)
      .map(([field, refusal]) => [field, refusal.message]),
  );
