import { type FormEvent, useEffect } from 'react';
import type { FieldErrors, UseFormReturn } from 'react-hook-form';
import { type ContactMessage, isField } from '../api/rules.ts';
import type { Refusals } from '../api/sendEnquiry.ts';
import { dismissFailure } from './submission.ts';
import { type Signs, submit } from './submit.ts';

/** Sends the form and shows the endpoint's errors. Call it after useDraft, because its effect checks the form. */
export function useSending(
  { formState, handleSubmit, trigger }: UseFormReturn<ContactMessage>,
  refused: Refusals | undefined,
) {
  const { isSubmitted, isSubmitting, isValid } = formState;

  useEffect(() => {
    if (refused === undefined) return;
    // no focus if the visitor was on another page
    trigger(Object.keys(refused).filter(isField), { shouldFocus: isSubmitted });
  }, [refused, trigger, isSubmitted]);

  return {
    // react-hook-form counts the check of the fields as submitting, too
    isSending: isSubmitting && isValid,
    send: (event: FormEvent, signs: () => Signs) =>
      handleSubmit((typed) => submit(typed, signs()), logInvalid)(event),
  };
}

function logInvalid(invalid: FieldErrors<ContactMessage>): void {
  // biome-ignore lint/suspicious/noConsole: the specification asks for a log line (section 4, state 3)
  console.info('The enquiry was not sent. Fields to correct:', Object.keys(invalid).join(', '));
  dismissFailure();
}
