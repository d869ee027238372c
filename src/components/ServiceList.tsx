import './ServiceList.css';
import { services } from '../content/services.ts';
import { rise } from '../lib/motion/rise.ts';
import { Icon } from './Icon.tsx';

/** The numbered list of services: briefly, or each with its full description. */
export function ServiceList({ detail }: { readonly detail: 'summary' | 'description' }) {
  return (
    <ol className="service-list">
      {services.map((service, index) => (
        <li key={service.slug} id={service.slug} {...rise(index)}>
          <Icon name={service.icon} />
          <h3>{service.name}</h3>
          <p>{service[detail]}</p>
        </li>
      ))}
    </ol>
  );
}
