import { contactUs } from '../../content/contactUs.ts';
import { site } from '../../content/site.ts';
import { otherWays } from './otherWays.ts';
import type { ContactMessage } from './rules.ts';
import type { Outcome } from './sendEnquiry.ts';

/** Why the message was not sent, and how else to reach the firm with it. */
export function Failure({
  outcome,
  message,
}: {
  readonly outcome: Exclude<Outcome, { kind: 'sent' }>;
  readonly message: ContactMessage;
}) {
  const ways = otherWays(message);
  const { failure } = contactUs;
  return (
    <div className="contact-form-failure">
      <p>
        <strong>{outcome.kind === 'failed' ? outcome.text : failure.invalid}</strong>
      </p>
      <p>{failure.alternatives}</p>
      <ul>
        <li>
          <a href={ways.phone}>
            {failure.phone} {site.phone}
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
              {failure.whatsApp} {site.whatsApp}
            </a>
          </li>
        )}
      </ul>
    </div>
  );
}
