import posts from 'virtual:news';
import type { Place } from '../../prerender/schema.ts';
import news from '../news/place.ts';

/** Of each post, by its name. */
export default Object.fromEntries(
  posts.map(({ slug, title, summary, isUnlisted }): [string, Place] => [
    slug,
    {
      ...{ path: `${news.path}/${slug}`, label: title, title, description: summary },
      ...(isUnlisted && { isUnlisted }),
    },
  ]),
);
