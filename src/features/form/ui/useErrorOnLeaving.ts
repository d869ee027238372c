import { type FocusEvent, useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { contactForm } from '../../../content/words/contactForm.ts';
import type { Typed } from '../api/rules.ts';
import { useThisForm } from '../state/context.ts';

/** Milliseconds. A reader that then goes through the page finds the error only at its field. */
const SPOKEN = 5000;

/** An error that appears when its field is left: screen readers do not read it there, because the focus is gone. */
export function useErrorOnLeaving({ formState: { errors }, getValues }: UseFormReturn<Typed>) {
  const { rules } = useThisForm();
  const [left, setLeft] = useState<string>();
  const error = left && errors[left]?.message;

  useEffect(() => {
    if (error === undefined) return;
    const timer = setTimeout(() => setLeft(undefined), SPOKEN);
    return () => clearTimeout(timer);
  }, [error]);

  return {
    errorOnLeaving:
      error && contactForm.errorOnLeaving(error, rules.adviceFor(left, rules.normalise(getValues())[left])),
    forgetError: () => setLeft(undefined),
    noteLeaving: ({ target, relatedTarget }: FocusEvent<HTMLElement, Element>) => {
      const field = target.getAttribute('name') ?? '';
      const isOld = target.getAttribute('aria-invalid') === 'true';
      // an attempt to send announces the number of errors instead
      const isToSend = relatedTarget?.matches('[type=submit]');
      setLeft(rules.isField(field) && !isOld && !isToSend ? field : undefined);
    },
  };
}
