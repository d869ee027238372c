import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { loadDraft, saveDraft, watchOtherTabs } from './drafts.ts';
import { type ContactMessage, emptyMessage } from './rules.ts';
import { succeed } from './submission.ts';

/** What the page that led here says that it is about (components/AskLink.tsx). */
const subjectAsked = () => new URLSearchParams(window.location.search).get('subject');

/**
 * Keeps what is typed, and puts back what was. What was typed before this script came stays, and wins.
 * @param isWanted whether a draft shall be put back
 * @returns whether one was
 */
export function useDraft(
  { getValues, reset, subscribe }: UseFormReturn<ContactMessage>,
  isWanted: boolean,
): boolean {
  const [isRestored, setIsRestored] = useState(false);

  useEffect(() => {
    const typed = Object.entries(getValues()).filter(([, value]) => value !== '');
    const draft = isWanted ? loadDraft() : undefined;
    const subject = draft?.values.subject || (isWanted && subjectAsked());
    if (draft !== undefined || subject) {
      reset(
        // with all fields: what is looked over has to have a value
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

  useEffect(() => watchOtherTabs(succeed), []);

  return isRestored;
}
