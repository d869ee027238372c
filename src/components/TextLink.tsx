import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Place } from '../content/place.ts';

export function TextLink({
  to,
  className,
  children,
}: {
  readonly to: Pick<Place, 'path' | 'label'>;
  readonly className?: string;
  readonly children?: ReactNode;
}) {
  return (
    <Link to={to.path} className={className}>
      {children ?? to.label}
    </Link>
  );
}
