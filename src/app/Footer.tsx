import './Footer.css';
import { type ReactNode, useId } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { services } from '#identity/services.ts';
import { ContactDetails } from '../components/ContactDetails.tsx';
import { face } from '../components/face.ts';
import { Icon } from '../components/Icon.tsx';
import { ServiceLink } from '../components/ServiceLink.tsx';
import { TextLink } from '../components/TextLink.tsx';
import { Words } from '../components/Words.tsx';
import { site } from '../content/site.ts';
import { frame } from '../content/words/frame.ts';
import privacyPlace from '../pages/privacy/place.ts';
import { quickLinks } from '../places.ts';
import { placeAt } from './pages.tsx';

export function Footer() {
  // a page with a form shows the details beside it
  const { pathname } = useLocation();
  const hasDetails = placeAt(pathname)?.form === undefined;
  return (
    <footer className="site-footer">
      {face.drawings.Foot && <face.drawings.Foot />}
      <div className="site-footer-inner">
        <Links heading={frame.footer.links}>
          {quickLinks.map((place) => (
            <li key={place.id}>
              <TextLink to={place} />
            </li>
          ))}
        </Links>
        <Links heading={frame.footer.services}>
          {services.map((service) => (
            <li key={service.slug}>
              <ServiceLink service={service} />
            </li>
          ))}
        </Links>
        <div className="site-footer-contact">
          <h2>
            <Words>{hasDetails ? frame.footer.contact : frame.footer.elsewhere}</Words>
          </h2>
          {/* an ad blocker may remove the links below, and React needs an element in their place */}
          <div>{hasDetails && <ContactDetails />}</div>
          <ul className="social-links">
            {site.socialLinks.map(({ network, label, href }) => (
              <li key={href}>
                <a href={href} aria-label={label}>
                  <Icon network={network} />
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <p className="site-footer-legal">
        <span>
          <span translate="no">{site.legalName}</span>
          {site.registration && `, ${frame.footer.registration} ${site.registration}`}
        </span>{' '}
        <Link to={privacyPlace.path}>{privacyPlace.label}</Link>
        {site.paiaManual && (
          <>
            {' '}
            <a href={site.paiaManual}>{frame.footer.paiaManual}</a>
          </>
        )}
      </p>
    </footer>
  );
}

function Links({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <nav aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <ul>{children}</ul>
    </nav>
  );
}
