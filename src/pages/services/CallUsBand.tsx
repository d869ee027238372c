import './CallUsBand.css';
import { Section } from '../../components/Section.tsx';
import { Tree } from '../../components/Tree.tsx';
import { phoneHref, site, whatsAppHref } from '../../content/site.ts';
import { openingHours } from '../../content/words/openingHours.ts';

export function CallUsBand({
  heading,
  text,
  hours,
  whatsApp,
}: {
  readonly heading: string;
  readonly text: string;
  /** Before the opening hours. */
  readonly hours: string;
  /** The text of the link to WhatsApp. */
  readonly whatsApp: string;
}) {
  return (
    <Section heading={heading} className="call-us full">
      <Tree className="call-us-tree" seed={heading} kind="grown" />
      <p>
        {text}
        {openingHours.length > 0 && ` ${hours} ${openingHours.join('; ')}.`}
      </p>
      <p>
        <a className="call-us-number" href={phoneHref} translate="no">
          {site.phone}
        </a>
      </p>
      {whatsAppHref && (
        <p>
          <a className="call-us-other" href={whatsAppHref}>
            {whatsApp}
          </a>
        </p>
      )}
    </Section>
  );
}
