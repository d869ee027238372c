import './PageHeader.css';
import type { ReactNode, RefObject } from 'react';
import type { Presence } from '../schema.ts';
import { PageTree, Taproot } from './Tree.tsx';

interface PageHeaderProps {
  readonly heading: string;
  readonly headingRef?: RefObject<HTMLHeadingElement | null> | undefined;
  readonly lead: ReactNode;
  /** The page whose tree is shown; by default a grown tree. */
  readonly place?: Pick<Presence, 'title' | 'tree'>;
}

export function PageHeader({ heading, headingRef, lead, place = { title: heading } }: PageHeaderProps) {
  return (
    <div className="page-header ground full">
      <h1 ref={headingRef} tabIndex={-1}>
        {heading}
      </h1>
      <PageTree place={place} />
      <p className="lead">{lead}</p>
      <Taproot />
    </div>
  );
}
