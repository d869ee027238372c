import type { Plugin } from 'vite';
import { checkRules, RULES } from '../rules.mjs';
import { ToldError } from '../toldError.ts';

/** Says what is wrong with the form's rules as they are built, and as they are edited beside the dev server. */
export function rules(): Plugin {
  return {
    name: 'rules',
    enforce: 'pre',
    transform: {
      filter: { id: RULES },
      handler: () => {
        try {
          checkRules();
        } catch (fault) {
          throw new ToldError(fault instanceof Error ? fault.message : String(fault));
        }
      },
    },
  };
}
