import { useState } from 'react';
import { Confirmation } from './Confirmation.tsx';
import { EnquiryForm } from './EnquiryForm.tsx';
import type { Outcome } from './sendEnquiry.ts';

/** The contact form and what takes its place once a message was sent (spec section 4). */
export function ContactForm() {
  const [outcome, setOutcome] = useState<Outcome>();
  /** Counts the empty forms the visitor asked for; each is a new one, untouched. */
  const [asked, setAsked] = useState(0);
  const startAfresh = () => {
    setOutcome(undefined);
    setAsked(asked + 1);
  };
  return outcome?.kind === 'sent' ? (
    <Confirmation reference={outcome.reference} onAnother={startAfresh} />
  ) : (
    <EnquiryForm
      key={asked}
      failure={outcome}
      onOutcome={setOutcome}
      onStartAfresh={startAfresh}
      takesFocus={asked > 0}
    />
  );
}
