import type { Resolver } from 'react-hook-form';
import type { Rules, Typed, Values } from '../api/rules.ts';
import type { Refusals } from '../api/sendEnquiry.ts';

// A rejected value stays invalid until it changes: react-hook-form would drop an error from setError on blur.
export const createResolver =
  (rules: Rules): Resolver<Typed, Refusals | undefined> =>
  (typed, refused = {}) => {
    const message = rules.normalise(typed);
    const refusals: Values = Object.fromEntries(
      Object.entries(refused)
        .filter(([field, { value }]) => message[field] === value)
        .map(([field, refusal]) => [field, refusal.message]),
    );
    const errors = Object.entries({ ...refusals, ...rules.errorsOf(message) });
    return errors.length === 0
      ? { values: typed, errors: {} }
      : {
          values: {},
          errors: Object.fromEntries(errors.map(([field, message]) => [field, { type: 'rule', message }])),
        };
  };
