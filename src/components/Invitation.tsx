import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pathToAsk } from '../content/pathToAsk.ts';
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
        <Link to={pathToAsk(subject)} className="button">
          {button}
        </Link>
        {children}
      </p>
    </Section>
  );
}
