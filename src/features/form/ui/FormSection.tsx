import './FormSection.css';
import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { Section } from '../../../components/Section.tsx';
import { Words } from '../../../components/Words.tsx';
import { formWords } from '../../../content/words/form.ts';
import { hasLasting } from '../../../lib/lastingNodes.ts';
import type { Form } from '../createForm.ts';
import { FormContext } from '../state/context.ts';
import { useSubmissionOf } from '../state/submission.ts';
import { type Start, subjectAsked } from '../state/useDraft.ts';
import { AfterSending, inWords, sentHeader } from './Confirmation.tsx';
import { EnquiryForm } from './EnquiryForm.tsx';
import { useForgetting } from './useAnnouncement.ts';

/** The header of a page with a form. The confirmation has the page to itself: its heading is the h1. */
export function FormPageHeader({
  form: { submission },
  ...header
}: ComponentProps<typeof PageHeader> & { readonly form: Form }) {
  const { receipt, isNews } = useSubmissionOf(submission);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // FormSection may have marked it since the rendering
    if (receipt && isNews && submission.state().isNews) heading.current?.focus();
  }, [submission, receipt, isNews]);
  const { lead, ...shown } = receipt ? sentHeader(inWords(receipt)) : header;
  return (
    <PageHeader
      {...shown}
      headingRef={heading}
      // some screen readers do not announce the focused heading, nor an alert that is added with other elements
      isLive
      // the live region stays; for the key see Words.tsx
      lead={<span key={receipt ? 'sent' : 'form'}>{lead}</span>}
    />
  );
}

/** A form or its confirmation, which survives a reload, until the visitor asks for an empty form (spec section 4). */
export function FormSection({ form }: { readonly form: Form }) {
  const { drafts, rules, submission, words } = form;
  const { receipt } = useSubmissionOf(submission);
  /** As the key, the round makes React render a new form. */
  const [{ round, start }, setRound] = useState<{ round: number; start: Start }>({ round: 0, start: 'opened' });
  const [said, setSaid] = useState<string>();
  useForgetting(said, () => setSaid(undefined));
  const isLinkFollowed = useNavigationType() !== NavigationType.Pop;
  // before the next key: the form may have to come back for it
  useLayoutEffect(() => {
    // the form shows what the notice says
    submission.dismissNotice();
    // the visitor left the confirmation and has come back
    submission.markReceiptSeen();
    // before the script arrived, the visitor wrote another message into the prerendered form
    const isTyped = document.querySelector('#enquiry-form [data-typed]') !== null || hasLasting('[data-typed]');
    if (isTyped || (isLinkFollowed && subjectAsked() !== undefined)) submission.startAfresh();
  }, [submission, isLinkFollowed]);
  const askForEmptyForm = () => {
    const isCleared = drafts.clear();
    // a reload would fill in the subject again
    if (isCleared) window.history.replaceState(window.history.state, '', window.location.pathname);
    submission.startAfresh();
    const start = isCleared ? 'cleared' : 'afresh';
    setRound({ round: round + 1, start });
    const [first = ''] = rules.fieldNames;
    if (start === 'afresh') setSaid(formWords.success.inNewForm(rules.entryOf(first).label));
  };
  const undo = () => {
    drafts.undo();
    setRound({ round: round + 1, start: 'undone' });
  };
  return (
    <FormContext value={form}>
      {receipt === null ? (
        <Section heading={words.heading ?? formWords.form.heading} isOnRoot={false}>
          <EnquiryForm key={round} start={start} onStartAfresh={askForEmptyForm} onUndo={undo} />
        </Section>
      ) : (
        <AfterSending isPromised={receipt.promisedBy !== ''} onAnother={askForEmptyForm} />
      )}
      {/* Orca does not say that the focus moved, because the element with the focus was removed */}
      <p className="visually-hidden" role="status">
        {said && <Words>{said}</Words>}
      </p>
    </FormContext>
  );
}
