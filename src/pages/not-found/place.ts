import type { Presence } from '../../content/place.ts';

/** What every address without a page of its own shows. */
export default {
  title: 'Page not found',
  description: 'There is no page at this address.',
  tree: 'branch',
} satisfies Presence;
