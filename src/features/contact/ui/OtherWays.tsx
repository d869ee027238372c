import { site, unbroken } from '../../../content/site.ts';
import { contactForm } from '../../../content/words/contactForm.ts';
import type { ContactMessage } from '../api/rules.ts';
import { otherWays } from './otherWays.ts';

const { failure } = contactForm;
const links = [
  { way: 'phone', address: unbroken(site.phone) },
  { way: 'email', address: site.email },
  { way: 'whatsApp', address: unbroken(site.whatsApp) },
] as const;

export function OtherWays({
  message,
  isBrief = false,
}: {
  readonly message: ContactMessage;
  /** In one row, without number and address. */
  readonly isBrief?: boolean;
}) {
  const { isCut, ...ways } = otherWays(message);
  return (
    <>
      {isCut && <p>{failure.cut}</p>}
      <ul className={`link-list ${isBrief ? 'other-ways-brief' : 'other-ways'}`}>
        {links.map(
          ({ way, address }) =>
            ways[way] && (
              <li key={way}>
                <a href={ways[way]}>
                  {isBrief ? (
                    failure.brief[way]
                  ) : (
                    <span>
                      {failure[way]} <span translate="no">{address}</span>
                    </span>
                  )}
                </a>
              </li>
            ),
        )}
      </ul>
    </>
  );
}
