import { site } from '../../content/site.ts';
import type { Place } from '../../prerender/schema.ts';

export default {
  path: '/public/about-us',
  label: 'About us',
  title: 'About us',
  description: `Who ${site.name} is, and how we work.`,
  menu: 3,
} satisfies Place;
