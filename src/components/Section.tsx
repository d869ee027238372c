import './Section.css';
import { type ReactNode, useId } from 'react';
import { Root, RootLine } from './Tree.tsx';

/** A part of a page, named by its heading. */
export function Section({
  heading,
  root = 'line',
  className,
  children,
}: {
  readonly heading: string;
  /** Whether it hangs on the root that ties the sections, stands apart with a root of its own, or has none. */
  readonly root?: 'line' | 'own' | 'none';
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className={['section', root === 'line' && 'on-root', className].filter(Boolean).join(' ')}
    >
      <h2 id={headingId}>
        {root !== 'none' && <Root seed={heading} depth={2} />}
        {heading}
      </h2>
      {root === 'line' && <RootLine />}
      <div className="section-body">{children}</div>
    </section>
  );
}
