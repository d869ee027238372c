import type { ReactNode } from 'react';

/** The main heading of a page; focus moves here when the page is navigated to. */
export function PageHeader({
  heading,
  lead,
  children,
}: {
  readonly heading: string;
  readonly lead: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="page-header">
      <h1 tabIndex={-1}>{heading}</h1>
      <p className="lead">{lead}</p>
      {children}
    </div>
  );
}
