import type { Place } from '../../../../src/prerender/schema.ts';
import news from '../news/place.ts';
import { posts } from '../news/posts.ts';

export default Object.fromEntries(
  posts.map(({ slug, title, summary, ...rest }): [string, Place] => [
    slug,
    {
      ...{ path: `${news.path}/${slug}`, label: title, title, description: summary },
      ...('isUnlisted' in rest && { isUnlisted: rest.isUnlisted }),
    },
  ]),
);
