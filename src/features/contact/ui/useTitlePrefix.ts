import { useEffect } from 'react';
import { documentTitle } from '../../../content/site.ts';
import contactPlace from '../../../pages/contact-us/place.ts';

const title = documentTitle(contactPlace);

/** Puts words before the page's title. It never reads the title, which may be translated. */
export function useTitlePrefix(words: string | undefined): void {
  useEffect(() => {
    document.title = words === undefined ? title : `${words} – ${title}`;
  }, [words]);
}
