import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type ContactMessage, emptyMessage } from '../api/rules.ts';
import { loadDraft, ownSubject, saveDraft } from './drafts.ts';

const subjectAsked = () => new URLSearchParams(window.location.search).get('subject');

/** Whether the visitor changed the field before React took over (loader.ts). */
const wasTypedInto = (name: string) =>
  document.querySelector(`#contact-form [name="${name}"][data-typed]`) !== null;

/** Text typed before the script arrived wins over the draft. @returns whether a draft was restored */
export function useDraft(
  { getValues, reset, subscribe }: UseFormReturn<ContactMessage>,
  isWanted: boolean,
): boolean {
  const [isRestored, setIsRestored] = useState(false);

  useEffect(() => {
    const typed = Object.entries(getValues()).filter(
      ([name, value]) => value !== '' || wasTypedInto(name),
    );
    const draft = isWanted ? loadDraft() : undefined;
    const asked = (isWanted && subjectAsked()) || undefined;
    const subject = (draft && ownSubject(draft)) || asked || draft?.values.subject;
    if (draft !== undefined || subject) {
      reset(
        // all fields: the rules need a value for each
        {
          ...emptyMessage,
          ...draft?.values,
          ...(subject && { subject }),
          ...Object.fromEntries(typed),
        },
        { keepDefaultValues: true },
      );
    }
    setIsRestored(draft !== undefined);
    // the room for the notice (loader.ts)
    document.documentElement.toggleAttribute('data-draft', draft !== undefined);
    const isChanged = draft !== undefined && subject !== draft.values.subject;
    if (typed.length > 0 || isChanged) saveDraft(getValues(), asked);
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => saveDraft(values, asked),
    });
  }, [getValues, reset, subscribe, isWanted]);

  return isRestored;
}
