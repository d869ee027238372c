import './ServiceList.css';
import { services } from '#identity/services.ts';
import type { EachOf } from '../identity/types.ts';
import { scrollReveal } from '../lib/motion/scrollReveal.ts';
import { Icon } from './Icon.tsx';

/** The numbered list of services, with what there is to say of each; `heading` fits the list in its page. */
export function ServiceList({
  texts,
  heading: Heading,
}: {
  readonly texts: EachOf<typeof services>;
  readonly heading: 'h2' | 'h3';
}) {
  return (
    <ol className="service-list">
      {services.map((service, index) => (
        <li key={service.slug} id={service.slug} {...scrollReveal(index)}>
          <Icon name={service.icon} />
          <Heading>{service.name}</Heading>
          <p>{texts[service.slug]}</p>
        </li>
      ))}
    </ol>
  );
}
