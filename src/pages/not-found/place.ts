import type { Presence } from '../../build/schema.ts';

export default {
  title: 'Page not found',
} satisfies Presence;
