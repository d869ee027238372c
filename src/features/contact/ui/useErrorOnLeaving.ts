import { type FocusEvent, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { contactForm } from '../../../content/words/contactForm.ts';
import { type ContactMessage, type FieldName, isField } from '../api/rules.ts';

/** An error that appears when its field is left: screen readers do not read it there, because the focus is gone. */
export function useErrorOnLeaving({
  formState: { errors, submitCount },
  trigger,
}: Pick<UseFormReturn<ContactMessage>, 'formState' | 'trigger'>) {
  const [left, setLeft] = useState<{ field: FieldName; submitCount: number }>();
  // an attempt to send announces the number of errors instead
  const error = left?.submitCount === submitCount ? errors[left.field]?.message : undefined;
  return {
    errorOnLeaving: error && contactForm.errorOnLeaving(error),
    forgetError: () => setLeft(undefined),
    noteLeaving: async ({ target, relatedTarget }: FocusEvent<HTMLElement, Element>) => {
      setLeft(undefined);
      const field = target.getAttribute('name') ?? '';
      const isOld = target.getAttribute('aria-invalid') === 'true';
      if (!isField(field) || isOld || relatedTarget?.matches('[type=submit]')) return;
      // the check may still be under way
      await trigger(field);
      setLeft({ field, submitCount });
    },
  };
}
