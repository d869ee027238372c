import './ContactDetails.css';
import { emailHref, phoneHref, site } from '../content/site.ts';
import { frame } from '../content/words/frame.ts';

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
          {/* one element, because the link is a flex box */}
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
