import { createRules, type WrittenDefinition } from './api/rules.ts';
import { addressOf, type Failures, sendEnquiry } from './api/sendEnquiry.ts';
import { createDrafts } from './state/drafts.ts';
import { createResolver } from './state/resolver.ts';
import type { Submission } from './state/submission.ts';
import { createSubmit } from './state/submit.ts';

interface Written {
  readonly definition: WrittenDefinition;
  readonly failures: Failures;
  readonly submission: Submission;
  readonly words?: Partial<FormWords>;
  /** The key of the draft in localStorage. */
  readonly draftKey?: string;
}

/** What another form may say in its own words (content/words/contactForm.ts). */
interface FormWords {
  readonly heading: string;
  readonly submit: string;
}

export type Form = ReturnType<typeof createForm>;

/** All that is one form. Components get it from its context (state/context.ts). */
export function createForm({ definition, failures, submission, words = {}, draftKey }: Written) {
  const { form: name } = submission.place;
  const rules = createRules(definition);
  const drafts = createDrafts(rules, draftKey ?? `${name}-draft`);
  const address = addressOf(name);
  const recipient = { address, rules, failures };
  return {
    name,
    address,
    words,
    failures,
    rules,
    drafts,
    submission,
    resolver: createResolver(rules),
    submit: createSubmit({
      rules,
      drafts,
      submission,
      send: (message, particulars) => sendEnquiry(recipient, message, particulars),
    }),
  };
}
