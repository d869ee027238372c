import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import contactPlace from '../pages/contact-us/place.ts';

/** A link to the form that fills in the subject. */
export function AskLink({
  subject,
  className,
  children,
}: {
  readonly subject: string;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <Link to={`${contactPlace.path}?subject=${encodeURIComponent(subject)}`} className={className}>
      {children}
    </Link>
  );
}
