import './PageHeader.css';
import { Tree } from './Tree.tsx';

interface PageHeaderProps {
  readonly heading: string;
  readonly lead: string;
  /** Whether its tree has lost its leaves. */
  readonly isBare?: boolean;
}

/** The main heading of a page, and the tree that is this page's own; focus moves here on navigation. */
export function PageHeader({ heading, lead, isBare = false }: PageHeaderProps) {
  return (
    <div className="page-header">
      <div>
        <h1 tabIndex={-1}>{heading}</h1>
        <p className="lead">{lead}</p>
      </div>
      <Tree className="page-header-tree" seed={heading} depth={isBare ? 3 : 4} isBare={isBare} />
    </div>
  );
}
