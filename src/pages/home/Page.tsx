import '../../components/ServiceList.css';
import './style.css';
import type { ComponentType } from 'react';
import { Link } from 'react-router-dom';
import { home as given } from '#identity/home.ts';
import { services } from '#identity/services.ts';
import { ClaimList } from '../../components/ClaimList.tsx';
import { face, initial } from '../../components/face.ts';
import { Invitation } from '../../components/Invitation.tsx';
import { Mark } from '../../components/Mark.tsx';
import { Picture } from '../../components/Picture.tsx';
import { Section } from '../../components/Section.tsx';
import { ServiceLink } from '../../components/ServiceLink.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { site } from '../../content/site.ts';
import { scrollReveal } from '../../lib/motion/scrollReveal.ts';
import { placeOf } from '../../places.ts';
import type { HomeClaims } from '../../prerender/schema.ts';
import contactPlace from '../contact-us/place.ts';
import place from './place.ts';
import { home } from './words.ts';

const claims: HomeClaims = given;
const { Connection } = face.drawings;
/** In a file of its own, so that only this page loads it. */
const [Hero] = Object.values(
  import.meta.glob<ComponentType>('#identity/face/Hero.tsx', { eager: true, import: 'Hero' }),
);

export default function Page() {
  return (
    <>
      <section className="hero ground full">
        <div className="hero-text">
          <p className="hero-firm">{place.title}</p>
          <h1 tabIndex={-1}>{home.hero.heading}</h1>
          <p className="lead">{claims.lead}</p>
          <p className="actions">
            <TextLink to={contactPlace} className="button">
              {home.hero.callToAction}
            </TextLink>
            <TextLink to={placeOf('services')}>{home.hero.secondary}</TextLink>
          </p>
        </div>
        <HeroDrawing />
        {Connection && <Connection />}
      </section>
      <Section heading={home.services}>
        <ServiceList />
      </Section>
      {claims.reasons.length > 0 && (
        <Section heading={home.why}>
          <ClaimList claims={claims.reasons} />
          {site.proof && (
            <p className="actions">
              <Link to={site.proof.href}>{site.proof.text}</Link>
            </p>
          )}
        </Section>
      )}
      {claims.quotations.map(({ text, attribution, isExample }) => (
        <figure key={text} className="quotation full">
          <blockquote {...scrollReveal()}>
            <p>{text}</p>
          </blockquote>
          {isExample && <p className="example">{home.example}</p>}
          <figcaption {...scrollReveal(1)}>{attribution}</figcaption>
        </figure>
      ))}
      <Invitation words={home.invitation}>
        <TextLink to={placeOf('our-work')} />
      </Invitation>
    </>
  );
}

function HeroDrawing() {
  if (Hero) return <Hero />;
  return face.hero ? (
    <div className="hero-picture">
      <Picture picture={face.hero} sizes="(min-width: 70rem) 65vw, 106vw" isFirst />
    </div>
  ) : (
    <div className="hero-mark">
      {face.mark ? (
        <Mark />
      ) : (
        <span aria-hidden="true" translate="no">
          {initial}
        </span>
      )}
    </div>
  );
}

function ServiceList() {
  return (
    <ol className="service-list">
      {services.map((service, index) => (
        <li key={service.slug} {...scrollReveal(index)}>
          <h3>
            <ServiceLink service={service} />
          </h3>
          <p>{service.summary}</p>
        </li>
      ))}
    </ol>
  );
}
