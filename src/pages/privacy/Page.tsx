import './style.css';
import { Invitation } from '../../components/Invitation.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Section } from '../../components/Section.tsx';
import place from './place.ts';
import { privacy } from './words.ts';

export default function Page() {
  return (
    <>
      <PageHeader heading={privacy.heading} lead={privacy.lead} place={place} />
      {privacy.sections.map(({ heading, paragraphs }, index) => (
        <Section key={heading} heading={heading}>
          {paragraphs.map((paragraph) => (
            <p key={paragraph.toString()}>
              {[paragraph].flat().map((part) =>
                typeof part === 'string' ? (
                  part
                ) : part.href === undefined ? (
                  <span key={part.text} translate="no">
                    {part.text}
                  </span>
                ) : (
                  <a key={part.text} href={part.href} translate="no">
                    {part.text}
                  </a>
                ),
              )}
            </p>
          ))}
          {index === privacy.sections.length - 1 && (
            <p className="privacy-changed">
              {privacy.changed} <time dateTime={privacy.updated.date}>{privacy.updated.text}</time>.
            </p>
          )}
        </Section>
      ))}
      <Invitation words={privacy.invitation} />
    </>
  );
}
