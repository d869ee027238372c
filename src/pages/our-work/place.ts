import { site } from '../../content/site.ts';
import type { Place } from '../../prerender/schema.ts';

export default {
  path: '/public/our-work',
  label: 'Our work',
  title: 'Our work',
  description: `Projects by ${site.name}, and the results we measured.`,
  footer: 5,
} satisfies Place;
