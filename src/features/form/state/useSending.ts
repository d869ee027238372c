import { type FormEvent, useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Typed } from '../api/rules.ts';
import type { Refusals } from '../api/sendEnquiry.ts';
import { useThisForm } from './context.ts';
import type { Signs } from './submit.ts';

/** Sends the form and shows the endpoint's errors. Call it after useDraft, because its effect checks the form. */
export function useSending({ formState, handleSubmit, trigger }: UseFormReturn<Typed>, refused: Refusals | undefined) {
  const { submission, submit } = useThisForm();
  const { isSubmitted } = formState;
  // react-hook-form's isSubmitting would render the form once more, while it checks the fields
  const [isSending, setSending] = useState(false);

  useEffect(() => {
    if (refused === undefined) return;
    // no focus if the visitor was on another page
    trigger(Object.keys(refused), { shouldFocus: isSubmitted });
  }, [refused, trigger, isSubmitted]);

  return {
    isSending,
    send: (event: FormEvent, signs: () => Signs) =>
      handleSubmit(
        async (typed) => {
          setSending(true);
          await submit(typed, signs()).finally(() => setSending(false));
        },
        (invalid) => {
          // biome-ignore lint/suspicious/noConsole: the specification asks for a log line (section 4, state 3)
          console.info('The enquiry was not sent. Fields to correct:', Object.keys(invalid).join(', '));
          submission.dismissFailure();
        },
      )(event),
  };
}
