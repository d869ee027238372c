import { useEffect, useRef } from 'react';
import { contactUs } from '../../content/contactUs.ts';
import { site, unbroken } from '../../content/site.ts';
import { otherWays } from './otherWays.ts';
import type { ContactMessage } from './rules.ts';

/** Why the message was not sent, and how else to reach the firm with it. */
export function Failure({
  text,
  message,
  isKept = true,
  isBroughtIntoSight = false,
}: {
  readonly text: string;
  readonly message: ContactMessage;
  /** Whether the visitor can be told that all that was typed is still in the form. */
  readonly isKept?: boolean;
  readonly isBroughtIntoSight?: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isBroughtIntoSight) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isBroughtIntoSight]);
  const ways = otherWays(message);
  const { failure } = contactUs;
  return (
    <div ref={box} className="contact-form-failure">
      <p>
        <strong>{text}</strong>
      </p>
      <p>
        {isKept && `${failure.kept} `}
        {failure.alternatives}
      </p>
      <ul>
        <li>
          <a href={ways.phone}>
            {failure.phone} {unbroken(site.phone)}
          </a>
        </li>
        <li>
          <a href={ways.email}>
            {failure.email} {site.email}
          </a>
        </li>
        {ways.whatsApp && (
          <li>
            <a href={ways.whatsApp}>
              {failure.whatsApp} {unbroken(site.whatsApp)}
            </a>
          </li>
        )}
      </ul>
    </div>
  );
}
