import '../../components/ServiceList.css';
import { Link } from 'react-router-dom';
import { descriptions } from '#identity/descriptions.ts';
import { services } from '#identity/services.ts';
import { Limb } from '../../components/Tree.tsx';
import { pathToAsk } from '../../content/pathToAsk.ts';
import { scrollReveal } from '../../lib/motion/scrollReveal.ts';
import { servicesPage } from './words.ts';

export function ServiceDescriptions() {
  return (
    <ol className="service-list service-descriptions">
      {services.map(({ slug, name }, index) => (
        <li key={slug} id={slug} {...scrollReveal(index)}>
          <Limb limb={index} limbs={services.length} />
          <h2 tabIndex={-1}>{name}</h2>
          <div>
            <p>{descriptions[slug]}</p>
            <Link to={pathToAsk(name)}>
              {servicesPage.ask} <span className="visually-hidden">{name}</span>
            </Link>
          </div>
        </li>
      ))}
    </ol>
  );
}
