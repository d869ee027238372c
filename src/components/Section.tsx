import './Section.css';
import { type ReactNode, useId } from 'react';

/** A part of a page, named by its heading. */
export function Section({
  heading,
  className,
  children,
}: {
  readonly heading: string;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className={['section', className].filter(Boolean).join(' ')}
    >
      <h2 id={headingId}>{heading}</h2>
      <div className="section-body">{children}</div>
    </section>
  );
}
