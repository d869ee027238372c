import './EnquiryForm.css';
import { type FormEvent, useContext, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { contactForm } from '../../content/words/contactForm.ts';
import { DraftNotice } from './DraftNotice.tsx';
import { Failure } from './Failure.tsx';
import { Fields } from './Fields.tsx';
import { FormEnd } from './FormEnd.tsx';
import { Honeypot } from './Honeypot.tsx';
import { PreviousNotice } from './PreviousNotice.tsx';
import { Prefilled } from './prefill.ts';
import { resolver } from './resolver.ts';
import { type ContactMessage, fieldNames } from './rules.ts';
import { endpointAddress } from './sendEnquiry.ts';
import { type Refusals, useSubmission } from './submission.ts';
import { useDraft } from './useDraft.ts';
import { useFaultCount } from './useFaultCount.ts';
import { useSending } from './useSending.ts';
import { useTakeOver } from './useTakeOver.ts';
import { useTitlePrefix } from './useTitlePrefix.ts';

interface FormProps {
  /** Whether the visitor asked for an empty form: nothing is put back, and the focus is put here. */
  readonly isAfresh: boolean;
  readonly onStartAfresh: () => void;
}

/** The form itself: untouched, filled, invalid, sending, failed. */
export function EnquiryForm({ isAfresh, onStartAfresh }: FormProps) {
  const { failure } = useSubmission();
  const form = useForm<ContactMessage, Refusals | undefined>({
    // no default values: what was typed before this script came stays in the fields, and counts
    mode: 'all',
    resolver,
    context: failure?.refused,
  });
  const { control, formState, setFocus } = form;
  const { isSubmitted } = formState;
  const isRestored = useDraft(form, !isAfresh);
  const { isSending, send } = useSending(form, failure?.refused);
  const { element, takeOver, takeOverAll } = useTakeOver(form);
  /** The field that is being typed into, until it is left or the form is sent. */
  const [typedInto, setTypedInto] = useState<string>();
  const honeypot = useRef<HTMLInputElement>(null);
  const prefill = useContext(Prefilled);

  const faults = useFaultCount(formState, typedInto !== undefined);
  const isNotSent = !isSending && (faults > 0 || failure?.mayHaveArrived === false);
  useTitlePrefix(isNotSent ? contactForm.notSent : undefined);

  useEffect(() => {
    const [first] = fieldNames;
    if (isAfresh && first) setFocus(first);
  }, [isAfresh, setFocus]);

  const onSubmit = (event: FormEvent) => {
    setTypedInto(undefined);
    // Enter sends without leaving the field
    takeOverAll();
    send(event, () => ({
      // from the page's start: much may be typed before this script comes
      elapsed: isRestored ? undefined : performance.now(),
      honeypot: honeypot.current?.value ?? '',
    }));
  };

  return (
    <form
      ref={element}
      id="contact-form"
      className="contact-form"
      // without script the browser sends it, and comes back to it
      method="post"
      action={`${endpointAddress}#contact-form`}
      noValidate
      onSubmit={onSubmit}
      onInput={({ target }) => {
        // what the browser fills in by itself is not typed
        if (target === document.activeElement) setTypedInto((target as HTMLInputElement).name);
      }}
      onBlur={({ target }) => {
        setTypedInto(undefined);
        takeOver(target);
      }}
    >
      {prefill && <Failure text={prefill.failure} message={prefill.values} isKept={false} />}
      <PreviousNotice />
      <DraftNotice isRestored={isRestored} isSubmitted={isSubmitted} onClear={onStartAfresh} />
      <Fields form={form} typedInto={typedInto} isSending={isSending} />
      <Honeypot ref={honeypot} />
      <FormEnd
        control={control}
        isSubmitted={isSubmitted}
        isSending={isSending}
        faults={faults}
        failure={failure}
      />
    </form>
  );
}
