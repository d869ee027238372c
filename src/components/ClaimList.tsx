import './ClaimList.css';
import { rise } from '../lib/motion/rise.ts';

/** Short claims, each with a sentence that makes it concrete. */
export function ClaimList({
  claims,
}: {
  readonly claims: readonly { readonly title: string; readonly text: string }[];
}) {
  return (
    <ul className="claim-list">
      {claims.map(({ title, text }, index) => (
        <li key={title} {...rise(index)}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
