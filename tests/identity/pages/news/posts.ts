/** The newest first. The text of each is a Markdown file in ../news-post/posts. */
export const posts = [
  { slug: 'diary', date: '2026-11-20', title: 'A harvest diary', summary: 'It counts crates & hours without signal.' },
  {
    ...{ slug: 'workshop', date: '2025-10-02', title: 'A new workshop', summary: 'Come and see us at Hoogstraat 7.' },
    isUnlisted: true,
  },
] as const;

export const inWords = (date: string): string =>
  new Date(date).toLocaleDateString('en-ZA', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
