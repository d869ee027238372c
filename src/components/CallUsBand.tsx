import './CallUsBand.css';
import { servicesPage } from '../content/servicesPage.ts';
import { phoneHref, site } from '../content/site.ts';
import { Section } from './Section.tsx';

/** The banner that invites a phone call. */
export function CallUsBand() {
  return (
    <Section heading={servicesPage.callUs.heading} className="call-us">
      <p>{servicesPage.callUs.text}</p>
      <p>
        <a className="call-us-number" href={phoneHref}>
          {site.phone}
        </a>
      </p>
    </Section>
  );
}
