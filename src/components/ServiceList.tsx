import './ServiceList.css';
import { Link } from 'react-router-dom';
import { services } from '#identity/services.ts';
import type { EachOf } from '../identity/types.ts';
import { scrollReveal } from '../lib/motion/scrollReveal.ts';
import servicesPlace from '../pages/services/place.ts';
import { AskLink } from './AskLink.tsx';
import { Icon } from './Icon.tsx';

/** The numbered list of services, one line about each, which lead to all that is said of it. */
export function ServiceList({ texts }: { readonly texts: EachOf<typeof services> }) {
  return (
    <ol className="service-list">
      {services.map(({ slug, name, icon }, index) => (
        <li key={slug} {...scrollReveal(index)}>
          <h3>
            <Link to={`${servicesPlace.path}#${slug}`}>{name}</Link>
          </h3>
          <p>{texts[slug]}</p>
          <Icon name={icon} />
        </li>
      ))}
    </ol>
  );
}

/** All that is said of each service, where its address leads. */
export function ServiceDescriptions({
  texts,
  ask,
}: {
  readonly texts: EachOf<typeof services>;
  /** What the link to the form says, before the name of the service that only some see. */
  readonly ask: string;
}) {
  return (
    <ol className="service-list service-descriptions">
      {services.map(({ slug, name, icon }, index) => (
        <li key={slug} id={slug} {...scrollReveal(index)}>
          <h2 tabIndex={-1}>{name}</h2>
          <div>
            <p>{texts[slug]}</p>
            <AskLink subject={name}>
              {ask} <span className="visually-hidden">{name}</span>
            </AskLink>
          </div>
          <Icon name={icon} />
        </li>
      ))}
    </ol>
  );
}
