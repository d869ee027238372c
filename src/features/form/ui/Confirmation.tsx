import { useEffect } from 'react';
import { Reference } from '../../../components/Reference.tsx';
import { Section } from '../../../components/Section.tsx';
import { phoneHref, site, unbroken } from '../../../content/site.ts';
import { formWords } from '../../../content/words/form.ts';
import { momentInWords } from '../../../lib/momentInWords.ts';
import type { Receipt } from '../api/sendEnquiry.ts';
import { useSubmission, useThisForm } from '../state/context.ts';
import { useTitlePrefix } from './useTitlePrefix.ts';

/** Ignore presses for this many milliseconds: a double tap on Send would dismiss the confirmation. */
const MEANT_FOR_SEND = 1500;

export const inWords = ({ reference, promisedBy }: Receipt) => ({
  reference,
  promised: promisedBy && momentInWords(promisedBy),
});

interface Sent {
  readonly reference: string;
  /** Such as "Friday 27 November, 09:24"; empty without a promise. */
  readonly promised: string;
}

/** For a PageHeader with a drawing of its own, from the reference. */
export const sentHeader = ({ reference, promised }: Sent) => ({
  heading: formWords.sent.heading,
  lead: (
    <>
      {formWords.success.text}
      {promised && (
        <>
          {/* a block would hide the spaces from screen readers */}
          <br />
          <span className="promise">{` ${formWords.success.promise(promised)}`}</span>
          <br />
        </>
      )}
      {reference && <Reference>{reference}</Reference>}
    </>
  ),
  place: { title: reference || formWords.sent.heading, path: 'sent' },
});

interface AfterSendingProps {
  readonly isPromised: boolean;
  readonly onAnother: () => void;
}

export function AfterSending({ isPromised, onAnother }: AfterSendingProps) {
  const { markReceiptSeen } = useThisForm().submission;
  const { isNews } = useSubmission();
  useTitlePrefix(formWords.sent.heading);
  useEffect(() => {
    if (!isNews) return;
    const timer = setTimeout(markReceiptSeen, MEANT_FOR_SEND);
    return () => clearTimeout(timer);
  }, [isNews, markReceiptSeen]);
  return (
    <Section heading={formWords.success.next.heading} isOnRoot={false} className="enquiry-form-sent">
      <WhatNext isPromised={isPromised} />
      <p className="actions">
        <button
          type="button"
          className="link-button"
          onClick={({ detail }) => {
            // detail is 0 for the keyboard
            const isMeantForSend = isNews && detail > 0;
            if (!isMeantForSend) onAnother();
          }}
        >
          {formWords.success.another}
        </button>
      </p>
    </Section>
  );
}

export function WhatNext({ isPromised }: { readonly isPromised: boolean }) {
  const { promised, notPromised } = formWords.success.next;
  const [before, after] = isPromised ? promised : notPromised;
  return (
    <p>
      {`${before} `}
      <a href={phoneHref} translate="no">
        {unbroken(site.phone)}
      </a>
      {` ${after}`}
    </p>
  );
}
