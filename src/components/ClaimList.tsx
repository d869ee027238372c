import './ClaimList.css';
import { scrollReveal } from '../lib/motion/scrollReveal.ts';
import type { Illustration } from '../prerender/schema.ts';
import { Picture } from './Picture.tsx';

export function ClaimList({
  claims,
}: {
  readonly claims: readonly {
    readonly title: string;
    readonly text: string;
    readonly picture?: Illustration;
  }[];
}) {
  return (
    <ul className="claim-list">
      {claims.map(({ title, text, picture }, index) => (
        <li key={title} {...scrollReveal(index)}>
          <h3>{title}</h3>
          <p>{text}</p>
          {picture && <Picture picture={picture} sizes="(min-width: 45rem) 22rem, 92vw" />}
        </li>
      ))}
    </ul>
  );
}
