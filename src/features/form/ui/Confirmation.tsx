import { useEffect, useId, useRef } from 'react';
import { Reference } from '../../../components/Reference.tsx';
import { Growing, Tree } from '../../../components/Tree.tsx';
import { phoneHref, site, unbroken } from '../../../content/site.ts';
import { contactForm } from '../../../content/words/contactForm.ts';
import { useSubmission, useThisForm } from '../state/context.ts';
import { useTitlePrefix } from './useTitlePrefix.ts';

/** Ignore presses for this many milliseconds: a double tap on Send would dismiss the confirmation. */
const MEANT_FOR_SEND = 1500;

export function Confirmation({
  reference,
  onAnother,
}: {
  readonly reference: string | undefined;
  readonly onAnother: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const { markReceiptSeen } = useThisForm().submission;
  const { isNews } = useSubmission();
  useTitlePrefix(contactForm.sent.heading);
  useEffect(() => {
    if (!isNews) return;
    heading.current?.focus();
    const timer = setTimeout(markReceiptSeen, MEANT_FOR_SEND);
    return () => {
      clearTimeout(timer);
      markReceiptSeen();
    };
  }, [isNews, markReceiptSeen]);
  return (
    <section className="contact-form-sent" aria-labelledby={headingId}>
      <Growing>
        <Tree seed={reference || contactForm.success.text} kind="young" />
      </Growing>
      <h1 id={headingId} ref={heading} tabIndex={-1}>
        {contactForm.sent.heading}
      </h1>
      {/* Orca does not announce a heading that gets the focus from a removed button */}
      <div role={isNews ? 'alert' : undefined}>
        <p>{contactForm.success.text}</p>
        {reference && (
          <p>
            <Reference>{reference}</Reference>
          </p>
        )}
      </div>
      {reference && <WhatNext />}
      <button
        type="button"
        className="link-button"
        onClick={({ detail }) => {
          // detail is 0 for the keyboard
          const isMeantForSend = isNews && detail > 0;
          if (!isMeantForSend) onAnother();
        }}
      >
        {contactForm.success.another}
      </button>
    </section>
  );
}

export function WhatNext() {
  const [before, after] = contactForm.success.next;
  return (
    <p>
      {before}{' '}
      <a href={phoneHref} translate="no">
        {unbroken(site.phone)}
      </a>{' '}
      {after}
    </p>
  );
}
