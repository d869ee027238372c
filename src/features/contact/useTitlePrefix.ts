import { useEffect } from 'react';

/** Puts words before the document's title, as long as there are any. */
export function useTitlePrefix(words: string | undefined): void {
  useEffect(() => {
    if (words === undefined) return;
    const start = `${words} – `;
    document.title = start + document.title;
    return () => {
      // by now it may be another page's
      if (document.title.startsWith(start)) document.title = document.title.slice(start.length);
    };
  }, [words]);
}
