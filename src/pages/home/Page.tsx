import './style.css';
import { summaries } from '#identity/summaries.ts';
import { ClaimList } from '../../components/ClaimList.tsx';
import { Section } from '../../components/Section.tsx';
import { ServiceList } from '../../components/ServiceList.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { Tree } from '../../components/Tree.tsx';
import { site } from '../../content/site.ts';
import { scrollReveal } from '../../lib/motion/scrollReveal.ts';
import contactPlace from '../contact-us/place.ts';
import workPlace from '../our-work/place.ts';
import servicesPlace from '../services/place.ts';
import { home } from './words.ts';

export default function Page() {
  return (
    <>
      <section className="hero full">
        <div className="hero-text">
          <h1 tabIndex={-1}>{home.hero.heading}</h1>
          <p className="lead">{home.hero.lead}</p>
          <p className="actions">
            <TextLink to={contactPlace} className="button">
              {home.hero.callToAction}
            </TextLink>
            <TextLink to={servicesPlace}>{home.hero.secondary}</TextLink>
          </p>
        </div>
        <Tree className="hero-tree tree-grows" seed={site.slogan} depth={6} />
      </section>
      <Section heading={home.services.heading}>
        <p className="lead">{home.services.lead}</p>
        <ServiceList texts={summaries} heading="h3" />
      </Section>
      <Section heading={home.why.heading}>
        <ClaimList claims={home.why.reasons} />
      </Section>
      <figure className="quotation full" {...scrollReveal()}>
        <blockquote>
          <p>{home.quotation.text}</p>
        </blockquote>
        <figcaption>{home.quotation.attribution}</figcaption>
      </figure>
      <Section heading={home.invitation.heading}>
        <p>{home.invitation.text}</p>
        <p className="actions">
          <TextLink to={contactPlace} className="button" />
          <TextLink to={workPlace} />
        </p>
      </Section>
    </>
  );
}
