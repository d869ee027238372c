import './HomePage.css';
import { ClaimList } from '../components/ClaimList.tsx';
import { Section } from '../components/Section.tsx';
import { ServiceList } from '../components/ServiceList.tsx';
import { TextLink } from '../components/TextLink.tsx';
import { home } from '../content/home.ts';
import { rise } from '../lib/motion/rise.ts';
import { routes } from '../routes.ts';

export default function HomePage() {
  return (
    <>
      <section className="hero">
        <h1 tabIndex={-1}>{home.hero.heading}</h1>
        <p className="lead">{home.hero.lead}</p>
        <p className="actions">
          <TextLink to={routes.contactUs} className="button">
            {home.hero.callToAction}
          </TextLink>
          <TextLink to={routes.services}>{home.hero.secondary}</TextLink>
        </p>
      </section>
      <Section heading={home.services.heading}>
        <p className="lead">{home.services.lead}</p>
        <ServiceList texts={home.services.summaries} heading="h3" />
      </Section>
      <Section heading={home.why.heading}>
        <ClaimList claims={home.why.reasons} />
      </Section>
      <figure className="quotation" {...rise()}>
        <blockquote>
          <p>{home.quotation.text}</p>
        </blockquote>
        <figcaption>{home.quotation.attribution}</figcaption>
      </figure>
      <Section heading={home.invitation.heading}>
        <p>{home.invitation.text}</p>
        <p className="actions">
          <TextLink to={routes.contactUs} className="button" />
          <TextLink to={routes.ourWork} />
        </p>
      </Section>
    </>
  );
}
