import { useEffect, useRef } from 'react';
import { Tree } from '../../components/Tree.tsx';
import { contactUs } from '../../content/contactUs.ts';
import { phoneHref, site, unbroken } from '../../content/site.ts';
import { markReceiptSeen, useSubmission } from './submission.ts';

/** Takes the form's place once a message was sent, and the focus where it was sent just now. */
export function Confirmation({
  reference,
  onAnother,
}: {
  readonly reference: string | undefined;
  readonly onAnother: () => void;
}) {
  const confirmation = useRef<HTMLDivElement>(null);
  const { isNews } = useSubmission();
  useEffect(() => {
    if (!isNews) return;
    confirmation.current?.focus();
    markReceiptSeen();
  }, [isNews]);
  return (
    <div className="contact-form-sent">
      {/* one that nobody else has */}
      <Tree className="tree-grows" seed={reference ?? contactUs.success.text} depth={4} />
      <div role="status" ref={confirmation} tabIndex={-1}>
        <p>
          <strong>{contactUs.success.text}</strong>
        </p>
        {reference && (
          <p>
            {contactUs.success.reference} <b className="reference">{reference}</b>.
          </p>
        )}
      </div>
      {reference && <WhatNext />}
      <button type="button" className="button" onClick={onAnother}>
        {contactUs.success.another}
      </button>
    </div>
  );
}

/** What to do where no answer comes. */
export function WhatNext() {
  const [before, after] = contactUs.success.next;
  return (
    <p>
      {before} <a href={phoneHref}>{unbroken(site.phone)}</a> {after}
    </p>
  );
}
