import './Mark.css';
import { Drawn } from './Drawn.tsx';
import { face } from './face.ts';

/** The firm's sign; nothing if it has none. The firm's name is beside it, or is its text. */
export function Mark({ className = '' }: { readonly className?: string }) {
  const { drawing, picture } = face.mark ?? {};
  if (drawing) return <Drawn drawing={drawing} className={className} />;
  return (
    picture && (
      // otherwise React preloads it, before the first paint
      <picture>
        <img {...picture} className={`${className} mark-picture`.trim()} alt="" aria-hidden="true" />
      </picture>
    )
  );
}
