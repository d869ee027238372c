import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Typed, Values } from '../api/rules.ts';
import { useThisForm } from './context.ts';
import type { Draft } from './drafts.ts';

/** The subject of the link that was followed to the form (content/pathToAsk.ts). */
export const subjectAsked = () => new URLSearchParams(window.location.search).get('subject') || undefined;

/** Whether the visitor changed the field before React took over (loader.ts). */
const wasTypedInto = (name: string) => document.querySelector(`#enquiry-form [name="${name}"][data-typed]`) !== null;

/** The fields that the visitor or another program filled in or emptied before React took over. */
const typedIn = (values: Typed) => Object.keys(values).filter((name) => values[name] || wasTypedInto(name));

/** The draft. What a link asks for replaces the subject of an earlier link, unless that one may have arrived. */
function restored(draft: Draft | undefined, role: string, asked: string | undefined, wasTried: boolean): Values {
  const drafted = draft?.values[role];
  const isOwn = drafted !== draft?.prefilled || wasTried;
  const subject = (isOwn && drafted) || asked || drafted;
  return { ...draft?.values, ...(subject && { [role]: subject }) };
}

/** Why there is a new form. */
export type Start = 'opened' | 'afresh' | 'cleared' | 'undone';

const RESTORING: readonly Start[] = ['opened', 'undone'];

export type DraftState = 'restored' | 'cleared' | undefined;

const stateOf = (draft: Draft | undefined, start: Start): DraftState =>
  draft ? 'restored' : start === 'cleared' ? 'cleared' : undefined;

/** Text typed before the script arrived wins over the draft. */
export function useDraft({ getValues, setValue, subscribe }: UseFormReturn<Typed>, start: Start): DraftState {
  const { drafts, rules, submission } = useThisForm();
  const [state, setState] = useState<DraftState>();
  /** StrictMode mounts twice. */
  const isFilled = useRef(false);

  useEffect(() => {
    const role = rules.roles.subject ?? '';
    const asked = role && subjectAsked();
    const show = (next: DraftState) => {
      // after the first rendering: screen readers announce only changes of a live region
      setState(next);
      // the room for the notice (loader.ts)
      document.documentElement.toggleAttribute('data-draft', next !== undefined);
    };

    const fillIn = (draft: Draft | undefined) => {
      const typed = typedIn(getValues());
      const values = restored(draft, role, asked, drafts.wasTried());
      const untouched = Object.entries(values).filter(([name]) => !typed.includes(name));
      for (const [name, text] of untouched) setValue(name, text);
      const isChanged = draft && values[role] !== draft.values[role];
      if (typed.length > 0 || isChanged) drafts.save(getValues());
    };

    const close = drafts.follow({ typed: getValues, asked, onNews: () => show('restored') });
    if (!isFilled.current) {
      isFilled.current = true;
      // a confirmation takes the place of this form at once
      const isShown = submission.state().receipt === null;
      const draft = isShown && RESTORING.includes(start) ? drafts.load() : undefined;
      fillIn(draft);
      show(stateOf(draft, start));
      drafts.settle();
      // the form shows what it says
      if (draft) submission.dismissNotice();
    }
    const unsubscribe = subscribe({ formState: { values: true }, callback: drafts.saveLater });
    return () => {
      unsubscribe();
      close();
    };
  }, [drafts, rules, submission, getValues, setValue, subscribe, start]);

  return state;
}
