import '../../components/ServiceList.css';
import { Link } from 'react-router-dom';
import { services } from '#identity/services.ts';
import { scrollReveal } from '../../lib/motion/scrollReveal.ts';
import type { EachOf } from '../../schema.ts';
import servicesPlace from '../services/place.ts';

export function ServiceList({ texts }: { readonly texts: EachOf<typeof services> }) {
  return (
    <ol className="service-list">
      {services.map(({ slug, name }, index) => (
        <li key={slug} {...scrollReveal(index)}>
          <h3>
            <Link to={`${servicesPlace.path}#${slug}`}>{name}</Link>
          </h3>
          <p>{texts[slug]}</p>
        </li>
      ))}
    </ol>
  );
}
