import './Tree.css';
import { TRUNK, tree } from '../lib/tree/tree.ts';

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
  const { left, width, height, generations, leaves } = tree(seed, depth);
  return (
    <svg
      className={['tree', className].filter(Boolean).join(' ')}
      viewBox={`${left} ${-height} ${width} ${height}`}
      aria-hidden="true"
      focusable="false"
    >
      {generations.map((branches, generation) => (
        // every branch is about 1 long, so that dashes fit all of them
        <path
          key={branches.path}
          d={branches.path}
          strokeWidth={branches.width}
          pathLength={2 ** generation}
        />
      ))}
      {!isBare && <path className="tree-leaves" d={leaves} />}
    </svg>
  );
}

/** A tree as a slender root, which forks away from the left edge. */
export function Root({ seed, depth }: Pick<TreeProps, 'seed' | 'depth'>) {
  const { left, width, height, generations } = tree(seed, depth);
  return (
    <svg
      className="tree root"
      viewBox={`0 ${left} ${height} ${width}`}
      aria-hidden="true"
      focusable="false"
    >
      <g transform="rotate(90)">
        {generations.map((branches) => (
          <path key={branches.path} d={branches.path} strokeWidth={0.6 * branches.width} />
        ))}
      </g>
    </svg>
  );
}

/** A root that has not forked yet, to be stretched: it sways to the left and to the right and comes back. */
export function RootLine() {
  const { length, width } = TRUNK;
  return (
    <svg
      className="tree root-line"
      viewBox={`${-width / 2} ${-length} ${width} ${2 * length}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {['scale(-1 1)', 'scale(1 -1)'].map((transform) => (
        <path key={transform} transform={transform} d={tree('', 0).generations[0]?.path} />
      ))}
    </svg>
  );
}
