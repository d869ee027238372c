import { Journey } from '../../components/Journey.tsx';
import { Picture } from '../../components/Picture.tsx';
import type { StudyPart } from '../../prerender/schema.ts';

export function Study({ part }: { readonly part: StudyPart }) {
  return (
    <div className="study" id={part.slug}>
      <h3>{part.heading}</h3>
      <p>{part.text}</p>
      {part.kind === 'journey' && (
        <div className={part.picture && 'study-pictured'}>
          <Journey steps={part.steps} />
          {part.picture && <Picture picture={part.picture} sizes="16rem" />}
        </div>
      )}
      {part.kind === 'bars' && <Bars {...part} />}
    </div>
  );
}

function Bars({ bars, unit, source }: Extract<StudyPart, { kind: 'bars' }>) {
  const most = Math.max(...bars.map(({ value }) => value));
  return (
    <>
      <dl className="bars">
        {bars.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <svg viewBox={`0 0 ${most} 1`} width="80" height="24" preserveAspectRatio="none" aria-hidden="true">
                <rect width={value} height="1" />
              </svg>
              {/* South Africa separates thousands with a space */}
              {`${String(value).replace(/(?=\d{3}$)/, value > 999 ? '\u00a0' : '')} ${unit}`}
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
