import './Section.css';
import { type ReactNode, useId } from 'react';
import { Root } from './Tree.tsx';

/** A part of a page, named by its heading. */
export function Section({
  heading,
  isOnRoot = true,
  beside,
  className,
  children,
}: {
  readonly heading: string;
  /** Whether a root of the line down the page leads to its heading. */
  readonly isOnRoot?: boolean;
  /** What stands beneath its heading where that is beside the words, and before the words where it is above them. */
  readonly beside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className={['section', isOnRoot && 'on-root', className].filter(Boolean).join(' ')}
    >
      <div className="section-head">
        <h2 id={headingId}>
          {isOnRoot && <Root seed={heading} />}
          {heading}
        </h2>
        {beside}
      </div>
      <div className="section-body">{children}</div>
    </section>
  );
}
