import type { Place } from '../../content/place.ts';
import { site } from '../../content/site.ts';

export default {
  path: '/public/privacy',
  label: 'Privacy notice',
  title: 'Privacy notice',
  description: `What the contact form of ${site.name} collects, why, who reads it, how long it is kept, and your rights.`,
  tree: 'young',
} satisfies Place;
