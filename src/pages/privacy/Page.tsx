import './style.css';
import { Invitation } from '../../components/Invitation.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Section } from '../../components/Section.tsx';
import place from './place.ts';
import { type Exact, parts, privacy } from './words.ts';

export default function Page() {
  return (
    <>
      <PageHeader heading={privacy.heading} lead={privacy.lead} place={place} />
      {parts.map(({ heading, paragraphs }, index) => (
        <Section key={heading} heading={heading}>
          {paragraphs.map((paragraph) => (
            <p key={paragraph.toString()}>
              {[paragraph]
                .flat()
                .map((part) => (typeof part === 'string' ? part : <Exactly key={part.text} {...part} />))}
            </p>
          ))}
          {index === parts.length - 1 && (
            <p className="privacy-changed">
              {`${privacy.changed} `}
              <time dateTime={privacy.updated.date}>{privacy.updated.text}</time>.
            </p>
          )}
        </Section>
      ))}
      <Invitation words={privacy.invitation} />
    </>
  );
}

const Exactly = ({ text, href }: Exact) =>
  href === undefined ? (
    <span translate="no">{text}</span>
  ) : (
    <a href={href} translate="no">
      {text}
    </a>
  );
