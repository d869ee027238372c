import '../../components/ServiceList.css';
import { Link } from 'react-router-dom';
import { services } from '#identity/services.ts';
import { summaries } from '#identity/summaries.ts';
import { scrollReveal } from '../../lib/motion/scrollReveal.ts';
import servicesPlace from '../services/place.ts';

export function ServiceList() {
  return (
    <ol className="service-list">
      {services.map(({ slug, name }, index) => (
        <li key={slug} {...scrollReveal(index)}>
          <h3>
            <Link to={`${servicesPlace.path}#${slug}`}>{name}</Link>
          </h3>
          <p>{summaries[slug]}</p>
        </li>
      ))}
    </ol>
  );
}
