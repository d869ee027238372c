import { site } from '../../content/site.ts';
import type { Place } from '../../prerender/schema.ts';

export default {
  path: '/public/privacy',
  label: 'Privacy notice',
  title: 'Privacy notice',
  description: `What ${site.name} collects, why, who reads it, how long it’s kept, and your rights.`,
} satisfies Place;
