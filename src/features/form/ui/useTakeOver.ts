import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Typed } from '../api/rules.ts';
import { useThisForm } from '../state/context.ts';

/**
 * Copies a control's text into the form, even if a program filled it in without an event. Call it after useDraft, because
 * it rewrites the draft, too.
 */
export function useTakeOver({ getValues, setValue }: UseFormReturn<Typed>) {
  const { fieldNames, isField, rewrite } = useThisForm().rules;
  const form = useRef<HTMLFormElement>(null);

  const takeOver = useCallback(
    (control: EventTarget) => {
      const { name, type, checked, value } = control as HTMLInputElement;
      if (!isField(name)) return;
      const text = type === 'checkbox' && !checked ? '' : rewrite(name, value);
      if (text === (getValues(name) || '')) return;
      setValue(name, text, { shouldDirty: true, shouldValidate: true });
    },
    [getValues, setValue, isField, rewrite],
  );

  useEffect(() => {
    const { current } = form;
    // a DOM listener, because autofill fires change but no blur
    const listen = ({ target }: Event) => target && takeOver(target);
    current?.addEventListener('change', listen);
    return () => current?.removeEventListener('change', listen);
  }, [takeOver]);

  useEffect(() => {
    for (const name of fieldNames) {
      const typed = getValues(name) || '';
      const text = rewrite(name, typed);
      const isFocused = document.activeElement === form.current?.elements.namedItem(name);
      if (text !== typed && !isFocused) setValue(name, text);
    }
  }, [getValues, setValue, fieldNames, rewrite]);

  useLayoutEffect(() => {
    const { current } = form;
    // StrictMode's first unmount has emptied the controls
    for (const [name, text] of Object.entries(getValues())) if (text) setValue(name, text);
    // Firefox would restore the text in a removed form
    return () => current?.reset();
  }, [getValues, setValue]);

  return {
    element: form,
    takeOver,
    takeOverAll: () => [...(form.current?.elements ?? [])].forEach(takeOver),
  };
}
