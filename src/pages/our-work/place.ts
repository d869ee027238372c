import { site } from '../../content/site.ts';
import type { Place } from '../../prerender/schema.ts';

export default {
  path: '/public/our-work',
  label: 'Our work',
  title: 'Our work',
  description: `Some of what ${site.name} has done.`,
  footer: 5,
} satisfies Place;
