import { type FocusEvent, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { formWords } from '../../../content/words/form.ts';
import type { Typed } from '../api/rules.ts';
import { useThisForm } from '../state/context.ts';

/** Milliseconds. A reader that then goes through the page finds the error only at its field. */
const SPOKEN = 5000;

/** Removes what was said, once it was heard. */
export function useForgetting(said: string | undefined, forget: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another text restarts the time
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(forget, SPOKEN);
    return () => clearTimeout(timer);
  }, [said]);
}

const nameOf = (control: Element) => control.getAttribute('name') ?? '';
const isMarked = (control: Element) => control.getAttribute('aria-invalid') === 'true';

/** What has happened: an attempt to send, or a field that was left. */
type Occasion =
  | { readonly kind: 'sent' }
  | {
      readonly kind: 'left';
      readonly field: string;
      /** Whether the field was wrong before the visitor typed into it. */
      readonly wasWrong: boolean;
      /** Whether its present error was announced before. */
      readonly isKnown: boolean;
    };

/**
 * What screen readers say beside the focus: after an attempt to send, the fields to fix; on leaving a field, its new
 * error, or how many are left once it is right. Nothing while the visitor types.
 */
export function useAnnouncement(form: UseFormReturn<Typed>, toFix: string) {
  const { formState, getValues } = form;
  const { errors, isSubmitted } = formState;
  const { rules } = useThisForm();
  const [occasion, setOccasion] = useState<Occasion>();
  /** The field that was wrong before the visitor typed into it. */
  const wrong = useRef('');
  const announcement = occasion && textOf(occasion);

  function textOf(it: Occasion): string | undefined {
    if (it.kind === 'sent') return toFix || undefined;
    const error = errors[it.field]?.message;
    const left = rules.fieldNames.filter((name) => errors[name]).length;
    if (error === undefined) return it.wasWrong && isSubmitted ? formWords.leftToFix(left) : undefined;
    if (it.isKnown) return undefined;
    return formWords.errorOnLeaving(error, rules.adviceFor(it.field, rules.normalise(getValues())[it.field]));
  }

  useForgetting(announcement, () => setOccasion(undefined));

  return {
    announcement,
    noteSending: () => setOccasion({ kind: 'sent' }),
    noteTyping: (target: Element) => {
      setOccasion(undefined);
      // no longer marked from the next key on
      if (isMarked(target)) wrong.current = nameOf(target);
    },
    noteLeaving: ({ target, relatedTarget }: FocusEvent<HTMLElement, Element>) => {
      const field = nameOf(target);
      if (!rules.isField(field)) return;
      // an attempt to send says which fields are left
      const isToSend = relatedTarget?.matches('[type=submit]');
      const left = { kind: 'left', field, wasWrong: wrong.current === field, isKnown: isMarked(target) } as const;
      // the blur of another field may be late (blurAfterPress.ts)
      if (left.wasWrong) wrong.current = '';
      // that attempt also moves the focus
      setOccasion((it) => (it?.kind === 'sent' ? it : isToSend ? undefined : left));
    },
  };
}
