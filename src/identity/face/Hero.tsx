import { Link } from 'react-router-dom';
import servicesPlace from '../../pages/services/place.ts';
import { services } from '../services.ts';
import { treeOfServices } from './limbs.ts';
import { Drawing } from './Tree.tsx';

/** With the finest twigs, and the services' names on its limbs. It grows when the page opens. */
export function Hero() {
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
