import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { loadDraft, saveDraft, watchOtherTabs } from './drafts.ts';
import type { ContactMessage } from './rules.ts';
import { succeed } from './submission.ts';

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
    if (draft !== undefined) {
      reset({ ...draft.values, ...Object.fromEntries(typed) }, { keepDefaultValues: true });
      setIsRestored(true);
    }
    if (typed.length > 0) saveDraft(getValues());
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => saveDraft(values),
    });
  }, [getValues, reset, subscribe, isWanted]);

  useEffect(() => watchOtherTabs(succeed), []);

  return isRestored;
}
