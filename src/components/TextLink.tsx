import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { RouteEntry } from '../routes.ts';

/** A link to one of the site's own pages. */
export function TextLink({
  to,
  className,
  children,
}: {
  readonly to: RouteEntry;
  readonly className?: string;
  readonly children?: ReactNode;
}) {
  return (
    <Link to={to.path} className={className}>
      {children ?? to.label}
    </Link>
  );
}
