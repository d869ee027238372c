import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type ContactMessage, isField, rewrite } from './rules.ts';

/**
 * What stands in a field is what counts, also where a browser or a program has filled it in without a
 * word; and what is rewritten, its visitor sees in the field.
 * @returns the form's reference, and what is to be done with a field that is left, and with all as it is sent
 */
export function useTakeOver({
  getValues,
  setValue,
}: Pick<UseFormReturn<ContactMessage>, 'getValues' | 'setValue'>) {
  const form = useRef<HTMLFormElement>(null);

  const takeOver = useCallback(
    (control: EventTarget) => {
      const { name, value } = control as HTMLInputElement;
      if (!isField(name)) return;
      const text = rewrite(name, value);
      if (text === getValues(name)) return;
      setValue(name, text, { shouldDirty: true, shouldValidate: true });
    },
    [getValues, setValue],
  );

  useEffect(() => {
    const { current } = form;
    // React knows no such event: a browser that fills in the form need not visit its fields
    const listen = ({ target }: Event) => target && takeOver(target);
    current?.addEventListener('change', listen);
    return () => current?.removeEventListener('change', listen);
  }, [takeOver]);

  useLayoutEffect(() => {
    const { current } = form;
    // Firefox remembers what stood in a form that is gone, and would fill it in again
    return () => current?.reset();
  }, []);

  return {
    element: form,
    takeOver,
    takeOverAll: () => [...(form.current?.elements ?? [])].forEach(takeOver),
  };
}
