import { useEffect, useRef } from 'react';
import { Reference } from '../../components/Reference.tsx';
import { Growing, Tree } from '../../components/Tree.tsx';
import { phoneHref, site, unbroken } from '../../content/site.ts';
import { contactForm } from '../../content/words/contactForm.ts';
import { markReceiptSeen, useSubmission } from './submission.ts';
import { useTitlePrefix } from './useTitlePrefix.ts';

/** Milliseconds in which a press on what has come is one too many on what was there. */
const MEANT_FOR_SEND = 1500;

/** Takes the form's place once a message was sent, and the focus where it was sent just now. */
export function Confirmation({
  reference,
  onAnother,
}: {
  readonly reference: string | undefined;
  readonly onAnother: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
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
  }, [isNews]);
  return (
    <div className="contact-form-sent">
      {/* one that nobody else has */}
      <Growing>
        <Tree seed={reference || contactForm.success.text} kind="young" />
      </Growing>
      <h2 ref={heading} tabIndex={-1}>
        {contactForm.sent.heading}
      </h2>
      {/* Orca says nothing of a heading that gets the focus as the button that had it goes */}
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
          // none counts no presses where a key did it
          const isMeantForSend = isNews && detail > 0;
          if (!isMeantForSend) onAnother();
        }}
      >
        {contactForm.success.another}
      </button>
    </div>
  );
}

/** What to do where no answer comes. */
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
