import { type FormEvent, useEffect } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import { resolver } from './resolver.ts';
import type { ContactMessage, FieldName } from './rules.ts';
import { dismissFailure, type Refusals, useSubmission } from './submission.ts';
import { type Signs, submit } from './submit.ts';

/** A form that keeps to the rules, how it is sent, and why it was not. */
export function useEnquiry() {
  const { failure } = useSubmission();
  const refused = failure?.refused;
  const form = useForm<ContactMessage, Refusals | undefined>({
    // no default values: what was typed before this script came stays in the fields, and counts
    mode: 'all',
    resolver,
    context: refused,
  });
  const { formState, handleSubmit, trigger } = form;
  const { isSubmitted, isSubmitting, isValid } = formState;

  useEffect(() => {
    if (refused === undefined) return;
    // where it was refused while its visitor was elsewhere, the focus stays where it is
    trigger(Object.keys(refused) as FieldName[], { shouldFocus: isSubmitted });
  }, [refused, trigger, isSubmitted]);

  return {
    form,
    failure,
    // while it is looked over, it is submitting too; what is at fault is not sent
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
