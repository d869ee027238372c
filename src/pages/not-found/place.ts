import type { Presence } from '../../build/schema.ts';

export default {
  title: 'Page not found',
  description: 'There’s no page at this address.',
} satisfies Presence;
