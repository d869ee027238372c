import { useEffect } from 'react';
import { documentTitle } from '../../../content/site.ts';
import { useThisForm } from '../state/context.ts';

/** Never reads the title, because a translator may have changed it. */
export function useTitlePrefix(words: string | undefined): void {
  const title = documentTitle(useThisForm().submission.place);
  useEffect(() => {
    document.title = words === undefined ? title : `${words} – ${title}`;
  }, [words, title]);
}
