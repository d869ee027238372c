import type { Presence } from '../../prerender/schema.ts';

/** Only the endpoint shows it. */
export default {
  title: 'Message sent',
} satisfies Presence;
