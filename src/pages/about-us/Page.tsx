import './style.css';
import { ClaimList } from '../../components/ClaimList.tsx';
import { Invitation } from '../../components/Invitation.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Section } from '../../components/Section.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import workPlace from '../our-work/place.ts';
import place from './place.ts';
import { aboutUs } from './words.ts';

export default function Page() {
  return (
    <>
      <PageHeader heading={aboutUs.heading} lead={aboutUs.lead} place={place} />
      <Section heading={aboutUs.who.heading} className="about-who">
        {aboutUs.who.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </Section>
      <Section heading={aboutUs.knownFor.heading}>
        <ClaimList claims={aboutUs.knownFor.qualities} />
        <p className="about-work">
          {aboutUs.ourWork.text} <TextLink to={workPlace}>{aboutUs.ourWork.link}</TextLink>.
        </p>
      </Section>
      <Invitation words={aboutUs.invitation} />
    </>
  );
}
