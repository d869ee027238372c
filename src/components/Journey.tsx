import './Journey.css';
import { scrollReveal } from '../lib/motion/scrollReveal.ts';
import type { Step } from '../prerender/schema.ts';
import { face } from './face.ts';

const { Branch } = face.drawings;

/** A diagram made of text: steps down a root, with alternatives beside them. */
export function Journey({
  steps,
  level: Heading = 'h4',
}: {
  readonly steps: readonly Step[];
  /** The level of the steps' headings. */
  readonly level?: 'h3' | 'h4';
}) {
  return (
    <ol className="journey">
      {steps.map(({ title, text, otherwise }, index) => (
        <li key={title} {...scrollReveal(index)}>
          <div className="journey-step">
            <Heading>{title}</Heading>
            <p>{text}</p>
          </div>
          {otherwise && (
            <div className="journey-otherwise">
              {Branch && <Branch seed="otherwise" />}
              <Heading>{otherwise.title}</Heading>
              <p>{otherwise.text}</p>
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}
