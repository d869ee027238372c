import './Section.css';
import { type ReactNode, useId } from 'react';
import { Root } from './Tree.tsx';

/** A part of a page, named by its heading. */
export function Section({
  heading,
  root = 'beside',
  className,
  children,
}: {
  readonly heading: string;
  /** Whether a root of the line down the page leads to its heading, beside its words or above them; or none does. */
  readonly root?: 'beside' | 'above' | 'none';
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className={['section', root === 'beside' && 'on-root', className].filter(Boolean).join(' ')}
    >
      <h2 id={headingId}>
        {root !== 'none' && <Root seed={heading} />}
        {heading}
      </h2>
      <div className="section-body">{children}</div>
    </section>
  );
}
