import { useDeferredValue, useMemo } from 'react';
import { site, unbroken } from '../../../content/site.ts';
import { formWords } from '../../../content/words/form.ts';
import { frame } from '../../../content/words/frame.ts';
import type { Values } from '../api/rules.ts';
import { useThisForm } from '../state/context.ts';
import { otherWays } from './otherWays.ts';

const { failure } = formWords;
const links = [
  { way: 'phone', address: unbroken(site.phone) },
  { way: 'email', address: site.email },
  { way: 'whatsApp', address: unbroken(site.whatsApp) },
] as const;

interface OtherWaysProps {
  readonly message: Values;
  /** In one row, without number and address. */
  readonly isBrief?: boolean;
}

export function OtherWays({ message, isBrief = false }: OtherWaysProps) {
  const { rules } = useThisForm();
  // after the key was shown
  const typed = useDeferredValue(message);
  const { isCut, ...ways } = useMemo(() => otherWays(rules, typed), [rules, typed]);
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
                      {`${frame.details[way]} `}
                      <span translate="no">{address}</span>
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
