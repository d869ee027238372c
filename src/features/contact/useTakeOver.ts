import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type ContactMessage, type FieldName, fieldNames, fields, rewrite } from './rules.ts';

/**
 * What stands in a field is what counts, also where a browser or a program has filled it in without a
 * word; and what is rewritten, its visitor sees in the field.
 * @returns what the form is to have: a reference, and what to do as a field is left and as it is sent
 */
export function useTakeOver({
  getValues,
  setValue,
}: Pick<UseFormReturn<ContactMessage>, 'getValues' | 'setValue'>) {
  const form = useRef<HTMLFormElement>(null);

  const takeOver = useCallback(
    (control: EventTarget | Element | RadioNodeList | null) => {
      const { name, value } = control as HTMLInputElement;
      if (!(name in fields)) return;
      const field = name as FieldName;
      const text = rewrite(field, value);
      if (text === getValues(field)) return;
      setValue(field, text, { shouldDirty: true, shouldValidate: true });
    },
    [getValues, setValue],
  );

  const takeOverAll = () => {
    for (const field of fieldNames) takeOver(form.current?.elements.namedItem(field) ?? null);
  };

  useEffect(() => {
    const { current } = form;
    // React knows no such event: a browser that fills in the form need not visit its fields
    const listen = ({ target }: Event) => takeOver(target);
    current?.addEventListener('change', listen);
    return () => current?.removeEventListener('change', listen);
  }, [takeOver]);

  useLayoutEffect(() => {
    const { current } = form;
    // Firefox remembers what stood in a form that is gone, and would fill it in again
    return () => current?.reset();
  }, []);

  return { element: form, takeOver, takeOverAll };
}
