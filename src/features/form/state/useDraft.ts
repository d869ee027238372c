import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Typed } from '../api/rules.ts';
import { useThisForm } from './context.ts';
import type { Draft } from './drafts.ts';

const subjectAsked = () => new URLSearchParams(window.location.search).get('subject');

/** Whether the visitor changed the field before React took over (loader.ts). */
const wasTypedInto = (name: string) => document.querySelector(`#contact-form [name="${name}"][data-typed]`) !== null;

/** The subject, unless a link filled it in and it was never sent. */
const ownSubject = ({ prefilled, attempts }: Draft, subject: string | undefined) =>
  subject === prefilled && attempts.length === 0 ? undefined : subject;

export type DraftState = 'restored' | 'cleared' | undefined;

function stateOf(draft: Draft | undefined, isCleared: boolean): DraftState {
  if (draft) return 'restored';
  return isCleared ? 'cleared' : undefined;
}

/** Text typed before the script arrived wins over the draft. */
export function useDraft(
  { getValues, reset, subscribe }: UseFormReturn<Typed>,
  { isWanted, isCleared }: { readonly isWanted: boolean; readonly isCleared: boolean },
): DraftState {
  const { drafts, rules } = useThisForm();
  const [state, setState] = useState<DraftState>();

  useEffect(() => {
    const typed = Object.entries(getValues()).filter(([name, value]) => value || wasTypedInto(name));
    const draft = isWanted ? drafts.load() : undefined;
    const role = rules.roles.subject;
    const asked = (role && isWanted && subjectAsked()) || undefined;
    const drafted = role && draft?.values[role];
    const subject = (draft && ownSubject(draft, drafted)) || asked || drafted;
    if (draft !== undefined || subject) {
      reset(
        // all fields: the rules need a value for each
        {
          ...rules.empty,
          ...draft?.values,
          ...(role && subject && { [role]: subject }),
          ...Object.fromEntries(typed),
        },
        { keepDefaultValues: true },
      );
    }
    const next = stateOf(draft, isCleared);
    // after the first rendering: screen readers announce only changes of a live region
    setState(next);
    // the room for the notice (loader.ts)
    document.documentElement.toggleAttribute('data-draft', next !== undefined);
    const isChanged = draft !== undefined && subject !== drafted;
    if (typed.length > 0 || isChanged) drafts.save(getValues(), asked);
    window.addEventListener('storage', drafts.saveAgain);
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: ({ values }) => drafts.save(values, asked),
    });
    return () => {
      window.removeEventListener('storage', drafts.saveAgain);
      unsubscribe();
    };
  }, [drafts, rules, getValues, reset, subscribe, isWanted, isCleared]);

  return state;
}
