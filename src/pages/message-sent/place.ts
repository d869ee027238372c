import type { Presence } from '../../build/schema.ts';

/** Only the endpoint shows it. */
export default {
  title: 'Message sent',
} satisfies Presence;
