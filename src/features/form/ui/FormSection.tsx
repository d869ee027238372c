import { useLayoutEffect, useState } from 'react';
import { Section } from '../../../components/Section.tsx';
import { contactForm } from '../../../content/words/contactForm.ts';
import type { Form } from '../createForm.ts';
import { FormContext } from '../state/context.ts';
import { useSubmissionOf } from '../state/submission.ts';
import { Confirmation } from './Confirmation.tsx';
import { EnquiryForm } from './EnquiryForm.tsx';

/** A form or its confirmation, which survives a reload, until the visitor asks for an empty form (spec section 4). */
export function FormSection({ form }: { readonly form: Form }) {
  const { drafts, submission, words } = form;
  const { receipt } = useSubmissionOf(submission);
  /** How often the visitor asked for an empty form. As the key, it makes React render a new one. */
  const [asked, setAsked] = useState(0);
  // an answer may come before a passive effect runs
  useLayoutEffect(() => submission.showForm(), [submission]);
  const askForEmptyForm = () => {
    drafts.clear();
    submission.startAfresh();
    setAsked(asked + 1);
  };
  return (
    <FormContext value={form}>
      {receipt === null ? (
        <Section heading={words.heading ?? contactForm.form.heading} isOnRoot={false}>
          <EnquiryForm key={asked} isAfresh={asked > 0} onStartAfresh={askForEmptyForm} />
        </Section>
      ) : (
        <Confirmation reference={receipt || undefined} onAnother={askForEmptyForm} />
      )}
    </FormContext>
  );
}
