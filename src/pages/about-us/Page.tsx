import './style.css';
import { working as given } from '#identity/working.ts';
import { ClaimList } from '../../components/ClaimList.tsx';
import { Drawn } from '../../components/Drawn.tsx';
import { Invitation } from '../../components/Invitation.tsx';
import { Journey } from '../../components/Journey.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Picture } from '../../components/Picture.tsx';
import { Section } from '../../components/Section.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { scrollReveal } from '../../lib/motion/scrollReveal.ts';
import { placeOf } from '../../places.ts';
import type { Working } from '../../prerender/schema.ts';
import place from './place.ts';
import { aboutUs } from './words.ts';

const working: Working = given;
const work = placeOf('our-work');

export default function Page() {
  return (
    <>
      <PageHeader heading={aboutUs.heading} lead={working.lead} place={place} />
      {working.story.length > 0 && (
        <Section heading={aboutUs.who} className="about-who">
          {working.story.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Section>
      )}
      <People {...working} />
      <Steps {...working} />
      {working.knownFor.length > 0 && (
        <Section heading={aboutUs.knownFor} className="about-known">
          <ClaimList claims={working.knownFor} />
          {work && (
            <p className="lead">
              {`${aboutUs.ourWork.text} `}
              <TextLink to={work}>{aboutUs.ourWork.link}</TextLink>.
            </p>
          )}
        </Section>
      )}
      <Lists {...working} />
      <Invitation words={aboutUs.invitation} />
    </>
  );
}

const Steps = ({ steps }: Pick<Working, 'steps'>) =>
  steps.length > 0 && (
    <Section heading={aboutUs.steps}>
      <Journey steps={steps} level="h3" />
    </Section>
  );

/** The lists that the firm has filled in. */
export const People = ({ people }: Pick<Working, 'people'>) =>
  people.length > 0 && (
    <Section id="people" heading={aboutUs.people}>
      <ul className="people">
        {people.map(({ name, role, picture, drawing }, index) => (
          <li key={name} {...scrollReveal(index)}>
            {picture && <Picture picture={picture} sizes="9.5rem" />}
            {drawing && <Drawn drawing={drawing} />}
            <div>
              <h3 translate="no">{name}</h3>
              <p>{role}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );

const Lists = ({ prices, questions }: Pick<Working, 'prices' | 'questions'>) =>
  [
    {
      heading: aboutUs.prices,
      claims: prices.map(({ of, from }) => ({ title: of, text: `${aboutUs.from} ${from}` })),
    },
    { heading: aboutUs.questions, claims: questions },
  ]
    .filter(({ claims }) => claims.length > 0)
    .map(({ heading, claims }) => (
      <Section key={heading} heading={heading}>
        <ClaimList claims={claims} />
      </Section>
    ));
