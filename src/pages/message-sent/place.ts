import type { Presence } from '../../build/schema.ts';

/** Only the endpoint shows it. */
export default {
  title: 'Message sent',
  description: 'Your message was sent.',
} satisfies Presence;
