import { site } from '../../content/site.ts';
import type { Place } from '../../prerender/schema.ts';

export default {
  path: '/public/index',
  label: 'Home',
  title: `${site.trade} in ${site.address.town}`,
  description: site.summary,
  menu: 1,
} satisfies Place;
