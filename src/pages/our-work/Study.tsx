import { Root } from '../../components/Tree.tsx';
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

/** A diagram made of text: steps down a root, with alternatives beside them. */
function Journey({ steps }: Pick<Part<'journey'>, 'steps'>) {
  return (
    <ol className="journey">
      {steps.map(({ title, text, otherwise }, index) => (
        <li key={title} {...scrollReveal(index)}>
          <div className="journey-step">
            <h4>{title}</h4>
            <p>{text}</p>
          </div>
          {otherwise && (
            <div className="journey-otherwise">
              <Root seed="otherwise" />
              <h4>{otherwise.title}</h4>
              <p>{otherwise.text}</p>
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

const FIELDS = 'M8 14h64v8H8zM8 32h64v8H8z';
/** SVG paths by colour. */
const drawings: Record<
  FormDrawing,
  { ink?: string; accent?: string; good?: string; bad?: string }
> = {
  empty: { ink: `M8 9h18M8 27h26${FIELDS}`, accent: 'M8 50h26v8H8z' },
  focused: {
    ink: `M8 9h18M8 27h26${FIELDS}M12 36h14m3-2v4`,
    accent: 'M5 29h70v14H5zM8 50h26v8H8z',
  },
  invalid: { ink: 'M8 9h18M8 27h26M8 14h64v8H8z', bad: 'M8 32h64v8H8zM8 46l4 6H4zM18 49h40' },
  sending: { ink: `M8 9h18M8 27h26${FIELDS}M12 18h36M12 36h44`, accent: 'M8 50h44v8H8zM12 55h18' },
  sent: { ink: 'M24 40h40M24 48h26', good: 'M8 14h64M24 27h46M8 26l4 4 6-8M8 58h64' },
  failed: {
    ink: `M8 9h18${FIELDS}M12 18h36M12 36h44`,
    bad: 'M8 48v14M14 50h44',
    accent: 'M14 56h12m4 0h12m4 0h12',
  },
};

function FormStates({ states }: Pick<Part<'form'>, 'states'>) {
  return (
    <ul className="form-drawings">
      {states.map(({ drawing, text }, index) => (
        <li key={drawing} {...scrollReveal(index)}>
          <svg viewBox="0 0 80 68" width="80" height="68" aria-hidden="true">
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
