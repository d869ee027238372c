import './PageHeader.css';
import type { ReactNode, RefObject } from 'react';
import { Drawn } from './Drawn.tsx';
import { face } from './face.ts';

const { Heading, Connection } = face.drawings;

interface PageHeaderProps {
  readonly heading: string;
  readonly headingRef?: RefObject<HTMLHeadingElement | null> | undefined;
  readonly lead: ReactNode;
  readonly leadRole?: 'alert' | undefined;
  /** Chooses the page's drawing (Occasion in face.ts). */
  readonly place?: { readonly title: string; readonly path?: string | undefined };
}

export function PageHeader({ heading, headingRef, lead, leadRole, place = { title: heading } }: PageHeaderProps) {
  return (
    <div className="page-header ground full">
      <h1 ref={headingRef} tabIndex={-1}>
        {heading}
      </h1>
      {Heading ? (
        <div className="page-drawing">
          <Heading seed={place.title} at={place.path ?? 'lost'} />
        </div>
      ) : (
        <Drawn className="page-mark" drawing={face.mark} />
      )}
      <p className="lead" role={leadRole}>
        {lead}
      </p>
      {Connection && <Connection />}
    </div>
  );
}
