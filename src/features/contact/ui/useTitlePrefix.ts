import { useEffect } from 'react';
import { documentTitle } from '../../../content/site.ts';
import contactPlace from '../../../pages/contact-us/place.ts';

const title = documentTitle(contactPlace);

/** Never reads the title, because a translator may have changed it. */
export function useTitlePrefix(words: string | undefined): void {
  useEffect(() => {
    document.title = words === undefined ? title : `${words} – ${title}`;
  }, [words]);
}
