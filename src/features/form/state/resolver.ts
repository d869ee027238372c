import type { Resolver } from 'react-hook-form';
import type { Rules, Typed } from '../api/rules.ts';
import type { Refusals } from '../api/sendEnquiry.ts';

// A rejected value stays invalid until the visitor changes it: react-hook-form would drop an error from setError on blur.
export function createResolver(rules: Rules): Resolver<Typed, Refusals | undefined> {
  /** Refusals of values that were changed since. A box that is ticked again has the same value. */
  const past = new WeakSet<Refusals[string]>();
  return (typed, refused = {}) => {
    const message = rules.normalise(typed);
    const refusals: Record<string, string> = {};
    for (const [field, refusal] of Object.entries(refused)) {
      if (message[field] !== refusal.value) past.add(refusal);
      if (!past.has(refusal)) refusals[field] = refusal.message;
    }
    const messages = Object.entries({ ...refusals, ...rules.errorsOf(message) });
    const errors = Object.fromEntries(messages.map(([field, message]) => [field, { type: 'rule', message }]));
    return messages.length === 0 ? { values: typed, errors: {} } : { values: {}, errors };
  };
}
