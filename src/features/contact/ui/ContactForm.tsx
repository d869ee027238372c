import { useLayoutEffect, useState } from 'react';
import { Section } from '../../../components/Section.tsx';
import { contactForm } from '../../../content/words/contactForm.ts';
import { clearDraft } from '../state/drafts.ts';
import { showForm, startAfresh, useSubmission } from '../state/submission.ts';
import { Confirmation } from './Confirmation.tsx';
import { EnquiryForm } from './EnquiryForm.tsx';

/** The confirmation survives a reload, until the visitor asks for an empty form (spec section 4). */
export function ContactForm() {
  const { receipt } = useSubmission();
  /** How often the visitor asked for an empty form. As the key, it makes React render a new one. */
  const [asked, setAsked] = useState(0);
  // an answer may come before a passive effect runs
  useLayoutEffect(showForm, []);
  const askForEmptyForm = () => {
    clearDraft();
    startAfresh();
    setAsked(asked + 1);
  };
  return receipt === null ? (
    <Section heading={contactForm.form.heading} isOnRoot={false}>
      <EnquiryForm key={asked} isAfresh={asked > 0} onStartAfresh={askForEmptyForm} />
    </Section>
  ) : (
    <Confirmation reference={receipt || undefined} onAnother={askForEmptyForm} />
  );
}
