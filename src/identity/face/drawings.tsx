import { Link } from 'react-router-dom';
import type { Drawings } from '../../components/face.ts';
import servicesPlace from '../../pages/services/place.ts';
import { services } from '../services.ts';
import { site } from '../site.ts';
import { plantAt, treeOfServices } from './plants.ts';
import { Drawing, Root, Taproot, Tree } from './Tree.tsx';

/** A quiver tree, which forks cleanly in two at every branch: our sign, drawn anew for each page. */
export const drawings: Drawings = {
  Hero: ServiceTree,
  Heading: ({ at, seed }) => <Drawing plant={plantAt(at, seed)} />,
  // the same as at the foot: a long page with another shape for each heading would not fit into the first flight
  Branch: () => <Root seed={site.name} />,
  Connection: Taproot,
  Backdrop: ({ seed }) => <Tree className="call-us-tree" seed={seed} kind="grown" />,
  Foot: () => <Tree className="footer-roots" seed={site.name} kind="branch" />,
};

/** With the finest twigs, and the services' names on its limbs. It grows when the page opens. */
function ServiceTree() {
  return (
    <div className="service-tree">
      <div className="tree-grows">
        <Drawing plant={treeOfServices()} grows />
      </div>
      {/* for the pointer: the list below has the same links */}
      <ul aria-hidden="true">
        {services.map(({ slug, name }) => (
          <li key={slug}>
            <Link to={`${servicesPlace.path}#${slug}`} tabIndex={-1}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
