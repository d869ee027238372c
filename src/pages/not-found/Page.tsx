import { Invitation } from '../../components/Invitation.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Section } from '../../components/Section.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { directory } from '../../places.ts';
import place from './place.ts';
import { notFound } from './words.ts';

export default function Page() {
  return (
    <>
      <PageHeader heading={notFound.heading} lead={notFound.text} place={place} />
      <Section heading={notFound.linksHeading}>
        <ul className="link-list">
          {directory.map((place) => (
            <li key={place.id}>
              <TextLink to={place} />
            </li>
          ))}
        </ul>
      </Section>
      <Invitation words={notFound.invitation} />
    </>
  );
}
