import './ContactDetails.css';
import { Fragment } from 'react';
import { listing as given } from '#identity/site.ts';
import { emailHref, phoneHref, site, telHref, whatsAppHref } from '../content/site.ts';
import { frame } from '../content/words/frame.ts';
import { inWords, openingHours } from '../content/words/openingHours.ts';
import type { Address, Listing } from '../prerender/schema.ts';

const { details: labels } = frame;
const { branches = [], map }: Listing = given;

export function ContactDetails({
  hasHours = false,
}: {
  /** With the hours, the other language and the map. */
  readonly hasHours?: boolean;
}) {
  const [mailbox, host] = site.email.split('@');
  return (
    <dl className="contact-details">
      {branches[0] && (
        <dt className="contact-branch" translate="no">
          {site.address.town}
        </dt>
      )}
      <dt>{labels.phone}</dt>
      <dd translate="no">
        <a href={phoneHref}>{site.phone}</a>
      </dd>
      {whatsAppHref && (
        <>
          <dt>{labels.whatsApp}</dt>
          <dd translate="no">
            {/* a name of its own: the number may be that of the phone */}
            <a href={whatsAppHref} aria-label={`${labels.whatsApp} ${site.whatsApp}`}>
              {site.whatsApp}
            </a>
          </dd>
        </>
      )}
      <dt>{labels.email}</dt>
      <dd translate="no">
        {/* a name of its own: <wbr> would add a space */}
        <a href={emailHref} aria-label={site.email}>
          {/* one element, because the link is a flex box */}
          <span>
            {mailbox}@<wbr />
            {host}
          </span>
        </a>
      </dd>
      {hasHours && openingHours.length > 0 && (
        <>
          <dt>{labels.hours}</dt>
          {openingHours.map(hoursLine)}
        </>
      )}
      {hasHours && site.alsoIn && (
        <>
          <dt>{labels.languages}</dt>
          <dd className="contact-hours" lang={site.alsoIn.language} translate="no">
            {site.alsoIn.text}
          </dd>
        </>
      )}
      <dt>{site.address.hidesStreet ? labels.area : labels.address}</dt>
      <Where {...site.address} />
      {hasHours && map && (
        <dd>
          <a href={map}>{labels.map}</a>
        </dd>
      )}
      {branches.map(({ name, phone, address, openingHours: hours = [] }) => (
        <Fragment key={name}>
          <dt className="contact-branch" translate="no">
            {name}
          </dt>
          <dd translate="no">
            <a href={telHref(phone)}>{phone}</a>
          </dd>
          {hasHours && inWords(hours).map(hoursLine)}
          <Where {...address} />
        </Fragment>
      ))}
    </dl>
  );
}

const hoursLine = (line: string) => (
  <dd key={line} className="contact-hours">
    {line}
  </dd>
);

const Where = ({ street, hidesStreet, town, postalCode, province, country }: Address) => (
  <dd translate="no">
    <address>
      {street && !hidesStreet && (
        <>
          {street}
          <br />
        </>
      )}
      {town}, {postalCode}
      <br />
      {province}, {country}
    </address>
  </dd>
);
