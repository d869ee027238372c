import './Footer.css';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { services } from '#identity/services.ts';
import { ContactDetails } from '../components/ContactDetails.tsx';
import { Icon } from '../components/Icon.tsx';
import { frame } from '../content/frame.ts';
import { site } from '../content/site.ts';
import privacyPlace from '../pages/privacy/place.ts';
import { menu } from '../places.ts';

export function Footer() {
  const linksId = useId();
  return (
    <footer className="site-footer">
      <div className="site-footer-inner">
        <nav aria-labelledby={linksId}>
          <h2 id={linksId}>{frame.footer.links}</h2>
          <ul>
            {menu.map(({ path, label }) => (
              <li key={path}>
                <Link to={path}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <h2>{frame.footer.services}</h2>
          <ul>
            {services.map(({ slug, name }) => (
              <li key={slug}>{name}</li>
            ))}
          </ul>
        </div>
        <div>
          <h2>{frame.footer.contact}</h2>
          <ContactDetails />
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
        {site.legalName} <Link to={privacyPlace.path}>{privacyPlace.label}</Link>
      </p>
    </footer>
  );
}
