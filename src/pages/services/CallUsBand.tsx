import './CallUsBand.css';
import { Section } from '../../components/Section.tsx';
import { Tree } from '../../components/Tree.tsx';
import { phoneHref, site, whatsAppHref } from '../../content/site.ts';
import { openingHours } from '../../content/words/openingHours.ts';
import { servicesPage } from './words.ts';

const { heading, text, hours, whatsApp } = servicesPage.callUs;

export function CallUsBand() {
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
