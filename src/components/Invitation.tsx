import type { ReactNode } from 'react';
import { AskLink } from './AskLink.tsx';
import { Section } from './Section.tsx';

/** How a page ends: with the way to the form, and with what else leads on. */
export function Invitation({
  words: { heading, text, subject },
  children,
}: {
  readonly words: {
    readonly heading: string;
    readonly text: string;
    /** What the form's subject says to begin with. */
    readonly subject: string;
  };
  readonly children?: ReactNode;
}) {
  return (
    <Section heading={heading}>
      <p>{text}</p>
      <p className="actions">
        <AskLink subject={subject} className="button" />
        {children}
      </p>
    </Section>
  );
}
