import '../../components/ServiceList.css';
import { services } from '#identity/services.ts';
import { AskLink } from '../../components/AskLink.tsx';
import { Limb } from '../../components/Tree.tsx';
import { scrollReveal } from '../../lib/motion/scrollReveal.ts';
import type { EachOf } from '../../schema.ts';

export function ServiceDescriptions({
  texts,
  ask,
}: {
  readonly texts: EachOf<typeof services>;
  /** Link text, before the visually hidden name of the service. */
  readonly ask: string;
}) {
  return (
    <ol className="service-list service-descriptions">
      {services.map(({ slug, name }, index) => (
        <li key={slug} id={slug} {...scrollReveal(index)}>
          <Limb limb={index} limbs={services.length} />
          <h2 tabIndex={-1}>{name}</h2>
          <div>
            <p>{texts[slug]}</p>
            <AskLink subject={name}>
              {ask} <span className="visually-hidden">{name}</span>
            </AskLink>
          </div>
        </li>
      ))}
    </ol>
  );
}
