import { type FormEvent, useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Typed } from '../api/rules.ts';
import type { Refusals } from '../api/sendEnquiry.ts';
import { useSubmission, useThisForm } from './context.ts';
import type { Signs } from './submit.ts';

/** Sends the form and shows the endpoint's errors. Call it after useDraft, because its effect checks the form. */
export function useSending({ formState, handleSubmit, trigger }: UseFormReturn<Typed>, refused: Refusals | undefined) {
  const { submission, submit } = useThisForm();
  const { pending } = useSubmission();
  const { isSubmitted, isSubmitting } = formState;

  useEffect(() => {
    if (refused === undefined) return;
    // no focus if the visitor was on another page
    trigger(Object.keys(refused), { shouldFocus: isSubmitted });
  }, [refused, trigger, isSubmitted]);

  return {
    // react-hook-form counts the check of the fields as submitting, too; isValid may be out of date after an autofill
    isSending: isSubmitting && pending > 0,
    send: (event: FormEvent, signs: () => Signs) =>
      handleSubmit(
        (typed) => submit(typed, signs()),
        (invalid) => {
          // biome-ignore lint/suspicious/noConsole: the specification asks for a log line (section 4, state 3)
          console.info('The enquiry was not sent. Fields to correct:', Object.keys(invalid).join(', '));
          submission.dismissFailure();
        },
      )(event),
  };
}
