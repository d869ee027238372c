import './tree.css';
import { type Kind, type Tree as Plant, tree } from './tree.ts';

const sizeWithoutStyle = (width: number, height: number) => ({ width: width / 4, height: height / 4 });

interface DrawingProps {
  readonly plant: Plant;
  readonly className?: string;
}

export function Drawing({ plant, className = '' }: DrawingProps) {
  const { width, height, branches, leaves, ties } = plant;
  return (
    <svg
      className={`tree ${className}`.trim()}
      viewBox={`${-width / 2} ${-height} ${width} ${height}`}
      {...sizeWithoutStyle(width, height)}
      aria-hidden="true"
    >
      {ties && <path className="tree-ties" d={ties} />}
      <g>
        {branches.map((branch) => (
          <path key={branch.path} d={branch.path} strokeWidth={branch.width} />
        ))}
        {leaves.path && <path className="tree-leaves" d={leaves.path} strokeWidth={leaves.width} />}
      </g>
    </svg>
  );
}

interface TreeProps {
  readonly seed: string;
  readonly kind: Kind;
  readonly className?: string;
}

export const Tree = ({ seed, kind, className = '' }: TreeProps) => (
  <Drawing plant={tree(seed, kind)} className={className} />
);

export function Root({ seed }: { readonly seed: string }) {
  const { width, height, branches } = tree(seed, 'branch');
  return (
    <svg
      className="tree root"
      viewBox={`0 ${-width / 2} ${height} ${width}`}
      {...sizeWithoutStyle(height, width)}
      aria-hidden="true"
    >
      <g transform="rotate(90)">
        {branches.map((branch) => (
          <path key={branch.path} d={branch.path} strokeWidth={branch.width} />
        ))}
      </g>
    </svg>
  );
}

/** Connects a page's tree with the root line down the page. */
export function Taproot() {
  return (
    <svg
      className="tree taproot"
      viewBox="0 0 100 100"
      {...sizeWithoutStyle(100, 100)}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d="M100 0C100 70 92 45 60 48S0 40 0 100" />
    </svg>
  );
}
