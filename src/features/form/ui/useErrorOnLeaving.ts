import { type FocusEvent, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { contactForm } from '../../../content/words/contactForm.ts';
import type { Typed } from '../api/rules.ts';
import { useThisForm } from '../state/context.ts';

/** An error that appears when its field is left: screen readers do not read it there, because the focus is gone. */
export function useErrorOnLeaving(errors: FieldErrors<Typed>) {
  const { rules } = useThisForm();
  const [left, setLeft] = useState<string>();
  const error = left && errors[left]?.message;
  return {
    errorOnLeaving: error && contactForm.errorOnLeaving(error),
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
