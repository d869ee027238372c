import './ContactDetails.css';
import { emailHref, phoneHref, site } from '../content/site.ts';
import { frame } from '../content/words/frame.ts';

/** The firm's address, number and mailbox. */
export function ContactDetails() {
  const [mailbox, host] = site.email.split('@');
  const { street, town, postalCode, province, country } = site.address;
  return (
    <dl className="contact-details">
      <dt>{frame.details.phone}</dt>
      <dd translate="no">
        <a href={phoneHref}>{site.phone}</a>
      </dd>
      <dt>{frame.details.email}</dt>
      <dd translate="no">
        <a href={emailHref}>
          {/* one part, for a link that is laid out as a box */}
          <span>
            {mailbox}@<wbr />
            {host}
          </span>
        </a>
      </dd>
      <dt>{frame.details.address}</dt>
      <dd translate="no">
        <address>
          {street}
          <br />
          {town}, {postalCode}
          <br />
          {province}, {country}
        </address>
      </dd>
    </dl>
  );
}
