import './PageHeader.css';
import type { ReactNode, RefObject } from 'react';
import { Drawn } from './Drawn.tsx';
import { face } from './face.ts';

const { Heading, Connection } = face.drawings;

interface PageHeaderProps {
  readonly heading: string;
  readonly headingRef?: RefObject<HTMLHeadingElement | null> | undefined;
  readonly lead: ReactNode;
  /** Lets screen readers announce another lead. */
  readonly isLive?: boolean;
  /** Chooses the page's drawing (Occasion in face.ts). */
  readonly place?: { readonly title: string; readonly path?: string | undefined };
}

export function PageHeader({ heading, headingRef, lead, isLive = false, place = { title: heading } }: PageHeaderProps) {
  return (
    <div className="page-header ground full">
      {/* for the keys see Words.tsx */}
      <h1 key={heading} ref={headingRef} tabIndex={-1}>
        {heading}
      </h1>
      {Heading ? (
        <div className="page-drawing">
          <Heading key={place.title} seed={place.title} at={place.path ?? 'lost'} />
        </div>
      ) : face.hero ? (
        // an ornament here: Home describes it
        <div className="page-picture" aria-hidden="true">
          <picture>
            {face.hero.file.sources.map((source) => (
              <source key={source.type} {...source} sizes="36vw" />
            ))}
            <img loading="lazy" src={face.hero.file.src} alt="" />
          </picture>
        </div>
      ) : (
        face.mark?.drawing && <Drawn className="page-mark" drawing={face.mark.drawing} />
      )}
      <p className="lead" aria-live={isLive ? 'polite' : undefined}>
        {lead}
      </p>
      {Connection && <Connection />}
    </div>
  );
}
