import { Journey } from '../../components/Journey.tsx';
import { scrollReveal } from '../../lib/motion/scrollReveal.ts';
import type { FormDrawing, StudyPart } from '../../schema.ts';

export function Study({ part }: { readonly part: StudyPart }) {
  return (
    <div className="study">
      <h3>{part.heading}</h3>
      <p>{part.text}</p>
      {part.kind === 'journey' && <Journey steps={part.steps} />}
      {part.kind === 'form' && <FormStates states={part.states} />}
      {part.kind === 'bars' && <Bars {...part} />}
    </div>
  );
}

type Part<Kind> = Extract<StudyPart, { kind: Kind }>;

const LABELS = 'M12 9h20M12 34h28';
const FIRST = 'M12 16h72v11H12z';
const SECOND = 'M12 41h72v11H12z';
const BUTTON = 'M12 61h30v10H12z';
const TYPED = 'M17 21.5h40M17 46.5h50';
/** SVG paths by colour. */
const drawings: Record<
  FormDrawing,
  { ink?: string; accent?: string; good?: string; bad?: string }
> = {
  empty: { ink: LABELS + FIRST + SECOND, accent: BUTTON },
  focused: {
    ink: `${LABELS + FIRST + SECOND}M17 46.5h18m3-3v6`,
    accent: `M9 38h78v17H9z${BUTTON}`,
  },
  invalid: { ink: LABELS + FIRST, bad: `${SECOND}M12 69l4-7 4 7zM25 66h46` },
  sending: {
    ink: LABELS + FIRST + SECOND + TYPED,
    accent: 'M12 61h48v10H12zM18 66h18m6 0h0m5 0h0m5 0h0',
  },
  sent: { good: 'M12 20l5 5 9-11M34 20h50', ink: 'M12 37h66M12 45h44M12 56h40v12H12zM18 62h28' },
  failed: {
    ink: LABELS + FIRST + SECOND + TYPED,
    bad: 'M12 60v12M19 61h52',
    accent: 'M19 71h14m5 0h14m5 0h14',
  },
};

function FormStates({ states }: Pick<Part<'form'>, 'states'>) {
  return (
    <ul className="form-drawings">
      {states.map(({ drawing, text }, index) => (
        <li key={drawing} {...scrollReveal(index)}>
          <svg viewBox="0 0 96 80" width="96" height="80" aria-hidden="true">
            {Object.entries(drawings[drawing]).map(([name, path]) => (
              <path key={name} className={name} d={path} />
            ))}
          </svg>
          {text}
        </li>
      ))}
    </ul>
  );
}

function Bars({ bars, unit, source }: Pick<Part<'bars'>, 'bars' | 'unit' | 'source'>) {
  const most = Math.max(...bars.map(({ value }) => value));
  return (
    <>
      <dl className="bars">
        {bars.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <svg
                viewBox={`0 0 ${most} 1`}
                width="80"
                height="24"
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <rect width={value} height="1" />
              </svg>
              {/* South Africa separates thousands with a space */}
              {String(value).replace(/(?=\d{3}$)/, value > 999 ? '\u00a0' : '')} {unit}
            </dd>
          </div>
        ))}
      </dl>
      {source && (
        <p className="bars-source">
          <a href={source.href}>{source.text}</a>
        </p>
      )}
    </>
  );
}
