import type { Presence } from '../../content/place.ts';
import { messageSent } from './words.ts';

/** The endpoint shows it after a form that was sent without script; no script ever does. */
export default {
  title: messageSent.heading,
  description: 'What stands here once the contact form has sent a message.',
} satisfies Presence;
