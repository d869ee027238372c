import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Typed, Values } from '../api/rules.ts';
import { useThisForm } from './context.ts';
import type { Draft } from './drafts.ts';

/** The subject that a link asks for, if the form has one. */
const subjectAsked = (role: string) =>
  (role && new URLSearchParams(window.location.search).get('subject')) || undefined;

/** Whether the visitor changed the field before React took over (loader.ts). */
const wasTypedInto = (name: string) => document.querySelector(`#enquiry-form [name="${name}"][data-typed]`) !== null;

/** The fields that the visitor or another program filled in or emptied before React took over. */
const typedIn = (values: Typed) => Object.keys(values).filter((name) => values[name] || wasTypedInto(name));

/** The draft. What a link asks for replaces the subject of an earlier link, unless that one may have arrived. */
function restored(draft: Draft | undefined, role: string, asked: string | undefined): Values {
  const drafted = draft?.values[role];
  const isOwn = draft && (drafted !== draft.prefilled || draft.attempt !== undefined);
  const subject = (isOwn && drafted) || asked || drafted;
  return { ...draft?.values, ...(subject && { [role]: subject }) };
}

/** Why there is a new form. */
export type Start = 'opened' | 'afresh' | 'cleared' | 'undone';

const RESTORING: readonly Start[] = ['opened', 'undone'];

export type DraftState = 'restored' | 'cleared' | undefined;

/** Text typed before the script arrived wins over the draft. */
export function useDraft({ getValues, setValue, subscribe }: UseFormReturn<Typed>, start: Start): DraftState {
  const { drafts, rules } = useThisForm();
  const [state, setState] = useState<DraftState>();

  useEffect(() => {
    const typed = typedIn(getValues());
    const role = rules.roles.subject ?? '';
    const [draft, asked] = RESTORING.includes(start) ? [drafts.load(), subjectAsked(role)] : [];
    const values = restored(draft, role, asked);
    const untouched = Object.entries(values).filter(([name]) => !typed.includes(name));
    for (const [name, text] of untouched) setValue(name, text);
    const next = draft ? 'restored' : start === 'cleared' ? 'cleared' : undefined;
    // after the first rendering: screen readers announce only changes of a live region
    setState(next);
    // the room for the notice (loader.ts)
    document.documentElement.toggleAttribute('data-draft', next !== undefined);
    const isChanged = draft !== undefined && values[role] !== draft.values[role];
    const close = drafts.follow(getValues, asked);
    if (typed.length > 0 || isChanged) drafts.save(getValues());
    const unsubscribe = subscribe({ formState: { values: true }, callback: drafts.saveLater });
    return () => {
      unsubscribe();
      close();
    };
  }, [drafts, rules, getValues, setValue, subscribe, start]);

  return state;
}
