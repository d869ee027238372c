import { contactUs } from '../../content/contactUs.ts';
import { site, unbroken } from '../../content/site.ts';
import { otherWays } from './otherWays.ts';
import type { ContactMessage } from './rules.ts';

/** Links by which the visitor can reach the firm with what was typed. */
export function OtherWays({ message }: { readonly message: ContactMessage }) {
  const ways = otherWays(message);
  const { failure } = contactUs;
  return (
    <ul className="other-ways">
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
  );
}
