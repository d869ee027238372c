import { PageHeader } from '../components/PageHeader.tsx';
import { Section } from '../components/Section.tsx';
import { TextLink } from '../components/TextLink.tsx';
import { notFound } from '../content/notFound.ts';
import { menu, routes } from '../routes.ts';

export default function NotFoundPage() {
  return (
    <>
      <PageHeader heading={notFound.heading} lead={notFound.text} isBare />
      <Section heading={notFound.linksHeading}>
        <ul className="link-list">
          {[...menu, routes.ourWork, routes.privacy].map((route) => (
            <li key={route.path}>
              <TextLink to={route} />
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
