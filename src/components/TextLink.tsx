import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Place } from '../schema.ts';

interface TextLinkProps {
  readonly to: Pick<Place, 'path' | 'label'>;
  readonly className?: string;
  readonly children?: ReactNode;
}

export function TextLink({ to, className, children }: TextLinkProps) {
  return (
    <Link to={to.path} className={className}>
      {children ?? to.label}
    </Link>
  );
}
