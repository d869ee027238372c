import './Footer.css';
import { useId } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { services } from '#identity/services.ts';
import { ContactDetails } from '../components/ContactDetails.tsx';
import { Icon } from '../components/Icon.tsx';
import { Tree } from '../components/Tree.tsx';
import { Words } from '../components/Words.tsx';
import { site } from '../content/site.ts';
import { frame } from '../content/words/frame.ts';
import contactPlace from '../pages/contact-us/place.ts';
import privacyPlace from '../pages/privacy/place.ts';
import servicesPlace from '../pages/services/place.ts';
import { quickLinks } from '../places.ts';

export function Footer() {
  const linksId = useId();
  const servicesId = useId();
  // the contact page shows the details beside its form
  const hasDetails = useLocation().pathname !== contactPlace.path;
  return (
    <footer className="site-footer">
      <Tree className="footer-roots" seed={site.name} kind="branch" />
      <div className="site-footer-inner">
        <nav aria-labelledby={linksId}>
          <h2 id={linksId}>{frame.footer.links}</h2>
          <ul>
            {quickLinks.map(({ path, label }) => (
              <li key={path}>
                <Link to={path}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-labelledby={servicesId}>
          <h2 id={servicesId}>{frame.footer.services}</h2>
          <ul>
            {services.map(({ slug, name }) => (
              <li key={slug}>
                <Link to={`${servicesPlace.path}#${slug}`}>{name}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="site-footer-contact">
          <h2>
            <Words>{hasDetails ? frame.footer.contact : frame.footer.elsewhere}</Words>
          </h2>
          {/* an ad blocker may remove the links below, and React needs an element in their place */}
          <div>{hasDetails && <ContactDetails />}</div>
          <ul className="social-links">
            {site.socialLinks.map(({ network, label, href }) => (
              <li key={network}>
                <a href={href} aria-label={label}>
                  <Icon name={network} />
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
