import { useLayoutEffect, useState } from 'react';
import { Confirmation } from './Confirmation.tsx';
import { clearDraft } from './drafts.ts';
import { EnquiryForm } from './EnquiryForm.tsx';
import { showForm, startAfresh, useSubmission } from './submission.ts';

/**
 * The contact form and what takes its place once a message was sent (spec section 4), until the
 * visitor asks for an empty one: also after a reload, and where the answer came on another page.
 */
export function ContactForm() {
  const { receipt } = useSubmission();
  /** Counts the empty forms the visitor asked for; each is a new one, untouched. */
  const [asked, setAsked] = useState(0);
  // an answer may come between what is on the page and effects that run after it
  useLayoutEffect(showForm, []);
  const askForEmptyForm = () => {
    clearDraft();
    startAfresh();
    setAsked(asked + 1);
  };
  return receipt === null ? (
    <EnquiryForm key={asked} isAfresh={asked > 0} onStartAfresh={askForEmptyForm} />
  ) : (
    <Confirmation reference={receipt || undefined} onAnother={askForEmptyForm} />
  );
}
