import type { Presence } from '../../prerender/schema.ts';

export default {
  title: 'Page not found',
} satisfies Presence;
