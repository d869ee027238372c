import { site } from '../../content/site.ts';
import type { Place } from '../../prerender/schema.ts';

export default {
  path: '/public/news',
  label: 'News',
  title: 'News',
  description: `What’s new at ${site.name}.`,
  menu: 3.5,
} satisfies Place;
