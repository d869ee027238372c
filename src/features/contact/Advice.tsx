import type { Control } from 'react-hook-form';
import { useHeld } from '../../lib/press.ts';
import { OtherWays } from './OtherWays.tsx';
import { adviceFor, type ContactMessage, type FieldName, normaliseMessage } from './rules.ts';
import { useTyped } from './useTyped.ts';

interface AdviceProps {
  readonly id: string;
  readonly field: FieldName;
  readonly control: Control<ContactMessage>;
}

/** A way on for whom a rule turns away, with what they typed already in it (WCAG 3.3.3). */
export function Advice({ isShown, ...props }: AdviceProps & { readonly isShown: boolean }) {
  return useHeld(isShown) ? <WayOn {...props} /> : <AdviceText id={props.id} />;
}

function WayOn({ id, field, control }: AdviceProps) {
  const message = normaliseMessage(useTyped(control));
  const text = adviceFor(field, message[field]);
  return (
    <>
      <AdviceText id={id} text={text} />
      {text && <OtherWays message={message} isBrief />}
    </>
  );
}

/** Always there, as the error is. */
export const AdviceText = ({
  id,
  text,
}: {
  readonly id: string;
  readonly text?: string | undefined;
}) => (
  <p className="field-advice" id={id}>
    {text}
  </p>
);
