import { useEffect, useRef } from 'react';
import type { Control } from 'react-hook-form';
import { Words } from '../../../components/Words.tsx';
import { contactForm } from '../../../content/words/contactForm.ts';
import { useOnline } from '../../../lib/useOnline.ts';
import type { Typed, Values } from '../api/rules.ts';
import type { Failed } from '../api/sendEnquiry.ts';
import { OtherWays } from './OtherWays.tsx';
import { useTyped } from './useTyped.ts';

interface FailureProps {
  readonly text: string;
  readonly message: Values;
  /** Whether to say that the text is still in the form. */
  readonly isKept?: boolean;
  readonly mayHaveArrived?: boolean;
  readonly isBroughtIntoSight?: boolean;
}

export function Failure({
  text,
  message,
  isKept = true,
  mayHaveArrived = false,
  isBroughtIntoSight = false,
}: FailureProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isBroughtIntoSight) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isBroughtIntoSight]);
  const { failure } = contactForm;
  return (
    // the whole box is announced, or a blind visitor would not hear whether sending again is safe
    <div ref={box} className="contact-form-failure" role="alert">
      <p className="warning">
        <strong>
          <Words>{text}</Words>
        </strong>
      </p>
      <p>
        <Words>
          {mayHaveArrived
            ? failure.mayHaveArrived
            : [isKept && failure.kept, failure.alternatives].filter(Boolean).join(' ')}
        </Words>
      </p>
      <OtherWays message={message} />
    </div>
  );
}

interface FailureOfFormProps {
  readonly failure: Failed;
  readonly control: Control<Typed>;
  readonly isBroughtIntoSight: boolean;
}

export function FailureOfForm({
  failure: { text, isOffline, mayHaveArrived },
  control,
  isBroughtIntoSight,
}: FailureOfFormProps) {
  const isOnline = useOnline();
  return (
    <Failure
      text={isOffline && isOnline ? contactForm.failure.backOnline : text}
      message={useTyped(control)}
      mayHaveArrived={mayHaveArrived}
      isBroughtIntoSight={isBroughtIntoSight}
    />
  );
}
