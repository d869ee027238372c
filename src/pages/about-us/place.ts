import { site } from '../../content/site.ts';
import type { Place } from '../../prerender/schema.ts';

export default {
  path: '/public/about-us',
  label: 'About us',
  title: 'About us',
  description: `Who ${site.name} is, how we work and what we’re known for.`,
  menu: 3,
} satisfies Place;
