import './Section.css';
import { type ReactNode, useId } from 'react';
import { face } from './face.ts';

const { Branch } = face.drawings;

interface SectionProps {
  /** For links to the section. */
  readonly id?: string;
  readonly heading: string;
  readonly isOnRoot?: boolean;
  /** Beneath the heading on wide screens, before the body on narrow ones. */
  readonly beside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Section({ id, heading, isOnRoot = true, beside, className, children }: SectionProps) {
  const headingId = useId();
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className={['section', isOnRoot && 'on-root', className].filter(Boolean).join(' ')}
    >
      <div className="section-head">
        <h2 id={headingId} tabIndex={id === undefined ? undefined : -1}>
          {isOnRoot && Branch && <Branch seed={heading} />}
          {heading}
        </h2>
        {beside}
      </div>
      <div className="section-body">{children}</div>
    </section>
  );
}
