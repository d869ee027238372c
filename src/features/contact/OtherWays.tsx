import { site, unbroken } from '../../content/site.ts';
import { contactForm } from '../../content/words/contactForm.ts';
import { otherWays } from './otherWays.ts';
import type { ContactMessage } from './rules.ts';

/** Links by which the visitor can reach the firm with what was typed. */
export function OtherWays({
  message,
  isBrief = false,
}: {
  readonly message: ContactMessage;
  /** Whether they stand in a row, without number and address. */
  readonly isBrief?: boolean;
}) {
  const ways = otherWays(message);
  const { brief, phone, email, whatsApp } = contactForm.failure;
  return (
    <>
      {ways.isCut && <p>{contactForm.failure.cut}</p>}
      <ul className={`link-list ${isBrief ? 'other-ways-brief' : 'other-ways'}`}>
        <li>
          <a href={ways.phone}>{isBrief ? brief.phone : `${phone} ${unbroken(site.phone)}`}</a>
        </li>
        <li>
          <a href={ways.email}>{isBrief ? brief.email : `${email} ${site.email}`}</a>
        </li>
        {ways.whatsApp && (
          <li>
            <a href={ways.whatsApp}>
              {isBrief ? brief.whatsApp : `${whatsApp} ${unbroken(site.whatsApp)}`}
            </a>
          </li>
        )}
      </ul>
    </>
  );
}
