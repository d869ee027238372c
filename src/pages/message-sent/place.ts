import type { Presence } from '../../content/place.ts';

/** The endpoint shows it after a form that was sent without script; no script ever does. */
export default {
  title: 'Message sent',
  description: 'Your message was sent.',
  tree: 'young',
} satisfies Presence;
