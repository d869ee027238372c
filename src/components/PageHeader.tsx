import './PageHeader.css';
import type { Presence } from '../content/place.ts';
import { PageTree, Taproot } from './Tree.tsx';

interface PageHeaderProps {
  readonly heading: string;
  readonly lead: string;
  /** Whose tree stands beside it; left out, a grown one does. */
  readonly place?: Pick<Presence, 'title' | 'tree'>;
}

/** The main heading of a page, and the tree that is this page's own; focus moves here on navigation. */
export function PageHeader({ heading, lead, place = { title: heading } }: PageHeaderProps) {
  return (
    <div className="page-header ground full">
      <h1 tabIndex={-1}>{heading}</h1>
      <PageTree place={place} />
      <p className="lead">{lead}</p>
      <Taproot />
    </div>
  );
}
