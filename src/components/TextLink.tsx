import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Place } from '../prerender/schema.ts';

interface TextLinkProps {
  /** Undefined for a page that was removed. */
  readonly to: Pick<Place, 'path' | 'label'> | undefined;
  readonly className?: string;
  readonly children?: ReactNode;
}

export function TextLink({ to, className, children }: TextLinkProps) {
  return to === undefined ? null : (
    <Link to={to.path} className={className}>
      {children ?? to.label}
    </Link>
  );
}
