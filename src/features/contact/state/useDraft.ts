import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type ContactMessage, emptyMessage } from '../api/rules.ts';
import { loadDraft, saveDraft } from './drafts.ts';

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
    const subject = draft?.values.subject || (isWanted && subjectAsked());
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
    if (typed.length > 0) saveDraft(getValues());
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => saveDraft(values),
    });
  }, [getValues, reset, subscribe, isWanted]);

  return isRestored;
}
