import './heads.css';
import './roots.css';
import type { Drawings } from '../../components/face.ts';
import { site } from '../site.ts';
import { plantAt } from './plants.ts';
import { Drawing, Root, Taproot, Tree } from './Tree.tsx';

/** A quiver tree, which forks cleanly in two at every branch: our sign, drawn anew for each page. */
export const drawings: Drawings = {
  Heading: ({ at, seed }) => <Drawing plant={plantAt(at, seed)} />,
  // the same as at the foot: a long page with another shape for each heading would not fit into the first flight
  Branch: () => <Root seed={site.name} />,
  Connection: Taproot,
  Backdrop: ({ seed }) => <Tree className="call-us-tree" seed={seed} kind="grown" />,
  Foot: () => <Tree className="footer-roots" seed={site.name} kind="branch" />,
};
