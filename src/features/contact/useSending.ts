import { type FormEvent, useEffect } from 'react';
import type { FieldErrors, UseFormReturn } from 'react-hook-form';
import type { ContactMessage, FieldName } from './rules.ts';
import { dismissFailure, type Refusals } from './submission.ts';
import { type Signs, submit } from './submit.ts';

/**
 * Sends the form, and shows at its fields what the endpoint refused. To be used after the draft is put
 * back: what is looked over before that is not what is in the form.
 */
export function useSending(
  { formState, handleSubmit, trigger }: UseFormReturn<ContactMessage>,
  refused: Refusals | undefined,
) {
  const { isSubmitted, isSubmitting, isValid } = formState;

  useEffect(() => {
    if (refused === undefined) return;
    // where it was refused while its visitor was elsewhere, the focus stays where it is
    trigger(Object.keys(refused) as FieldName[], { shouldFocus: isSubmitted });
  }, [refused, trigger, isSubmitted]);

  return {
    // a form counts as submitting while it is looked over, too; what is at fault is not sent
    isSending: isSubmitting && isValid,
    send: (event: FormEvent, signs: () => Signs) =>
      handleSubmit((typed) => submit(typed, signs()), logInvalid)(event),
  };
}

function logInvalid(invalid: FieldErrors<ContactMessage>): void {
  // biome-ignore lint/suspicious/noConsole: spec section 4, state 3: the attempt is logged
  console.info('The enquiry was not sent. Fields to correct:', Object.keys(invalid).join(', '));
  dismissFailure();
}
