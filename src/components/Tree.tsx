import './Tree.css';
import { tree } from '../lib/tree/tree.ts';

interface TreeProps {
  /** Whoever has the same seed has the same tree. */
  readonly seed: string;
  /** How often it forks. */
  readonly depth: number;
  readonly className?: string;
  /** Without leaves. */
  readonly isBare?: boolean;
}

/** The firm's forking tree, an ornament: it is never read aloud. */
export function Tree({ seed, depth, className, isBare = false }: TreeProps) {
  const { viewBox, generations, leaves } = tree(seed, depth);
  return (
    <svg
      className={['tree', className].filter(Boolean).join(' ')}
      viewBox={viewBox}
      aria-hidden="true"
      focusable="false"
    >
      {generations.map(({ path, width }, generation) => (
        // every branch is about 1 long, so that dashes fit all of them
        <path key={path} d={path} strokeWidth={width} pathLength={2 ** generation} />
      ))}
      {!isBare && <path className="tree-leaves" d={leaves} />}
    </svg>
  );
}
