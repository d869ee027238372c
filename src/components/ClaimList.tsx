import './ClaimList.css';
import { scrollReveal } from '../lib/motion/scrollReveal.ts';

export function ClaimList({
  claims,
}: {
  readonly claims: readonly { readonly title: string; readonly text: string }[];
}) {
  return (
    <ul className="claim-list">
      {claims.map(({ title, text }, index) => (
        <li key={title} {...scrollReveal(index)}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
