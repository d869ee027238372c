import { submissionOf } from '../../submissions.ts';
import { createRules, type Definition } from './api/rules.ts';
import { addressOf } from './api/sendEnquiry.ts';
import { createDrafts } from './state/drafts.ts';
import { createResolver } from './state/resolver.ts';
import type { FormPlace } from './state/submission.ts';
import { createSubmit } from './state/submit.ts';

interface Written {
  readonly definition: Definition;
  /** The page with the form. */
  readonly place: Pick<FormPlace, 'form'>;
  /** A heading and a button instead of those in content/words/form.ts. */
  readonly words?: { readonly heading?: string; readonly submit?: string };
}

export type Form = ReturnType<typeof createForm>;

/** All that is one form. Components get it from its context (state/context.ts). */
export function createForm({ definition, place, words = {} }: Written) {
  const { form: name } = place;
  const rules = createRules(definition);
  const submission = submissionOf(name);
  const drafts = createDrafts(rules, `${name}-draft`, submission);
  const parts = { name, address: addressOf(name), words, rules, drafts, submission };
  return { ...parts, resolver: createResolver(rules), submit: createSubmit(parts) };
}
