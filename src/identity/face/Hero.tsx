import './hero.css';
import { ServiceLink } from '../../components/ServiceLink.tsx';
import { services } from '../services.ts';
import { treeOfServices } from './limbs.ts';
import { Drawing } from './Tree.tsx';

/** With the finest twigs, and the services' names on its limbs. */
export function Hero() {
  return (
    <div className="service-tree">
      <Drawing plant={treeOfServices()} />
      {/* for the pointer: the list below has the same links */}
      <ul aria-hidden="true">
        {services.map((service) => (
          <li key={service.slug}>
            <ServiceLink service={service} tabIndex={-1} />
          </li>
        ))}
      </ul>
    </div>
  );
}
