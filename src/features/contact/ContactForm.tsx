import { useState } from 'react';
import { Confirmation } from './Confirmation.tsx';
import { EnquiryForm } from './EnquiryForm.tsx';
import { dropReceipt, useReceipt } from './receipt.ts';
import type { Failed } from './sendEnquiry.ts';

/**
 * The contact form and what takes its place once a message was sent (spec section 4), until the
 * visitor asks for an empty one: also after a reload, and where the answer came on another page.
 */
export function ContactForm() {
  const receipt = useReceipt();
  const [failure, setFailure] = useState<Failed>();
  /** Counts the empty forms the visitor asked for; each is a new one, untouched. */
  const [asked, setAsked] = useState(0);
  const startAfresh = () => {
    dropReceipt();
    setFailure(undefined);
    setAsked(asked + 1);
  };
  return receipt === null ? (
    <EnquiryForm
      key={asked}
      failure={failure}
      onOutcome={setFailure}
      onStartAfresh={startAfresh}
      takesFocus={asked > 0}
    />
  ) : (
    <Confirmation reference={receipt || undefined} onAnother={startAfresh} />
  );
}
