import { useEffect, useRef } from 'react';
import { Tree } from '../../components/Tree.tsx';
import { contactUs } from '../../content/contactUs.ts';

/** Takes the form's place, and the focus, once a message was sent. */
export function Confirmation({
  reference,
  onAnother,
}: {
  readonly reference: string | undefined;
  readonly onAnother: () => void;
}) {
  const confirmation = useRef<HTMLDivElement>(null);
  useEffect(() => confirmation.current?.focus(), []);
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
      {reference && <p>{contactUs.success.next}</p>}
      <button type="button" className="button" onClick={onAnother}>
        {contactUs.success.another}
      </button>
    </div>
  );
}
