import type { Place } from '../../../../src/prerender/schema.ts';
import { site } from '../../site.ts';

export default {
  path: '/public/news',
  label: 'News',
  title: 'News',
  description: `What is new at ${site.name}.`,
  footer: 6,
} satisfies Place;
