import type { Place } from '../../../../src/prerender/schema.ts';
import { site } from '../../site.ts';

export default {
  path: '/public/call-back',
  label: 'Call me back',
  title: 'Request a call back',
  description: `Tell ${site.name} when to call you.`,
  menu: 2.5,
  form: 'callback',
} satisfies Place;
