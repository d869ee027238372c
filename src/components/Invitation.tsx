import type { ReactNode } from 'react';
import { AskLink } from './AskLink.tsx';
import { Section } from './Section.tsx';

export function Invitation({
  words: { heading, text, button, subject },
  children,
}: {
  readonly words: {
    readonly heading: string;
    readonly text: string;
    readonly button: string;
    /** Prefills the form's subject. */
    readonly subject: string;
  };
  readonly children?: ReactNode;
}) {
  return (
    <Section heading={heading}>
      <p>{text}</p>
      <p className="actions">
        <AskLink subject={subject} className="button">
          {button}
        </AskLink>
        {children}
      </p>
    </Section>
  );
}
