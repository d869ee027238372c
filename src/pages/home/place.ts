import type { Place } from '../../build/schema.ts';
import { site } from '../../content/site.ts';

export default {
  path: '/public/index',
  label: 'Home',
  title: `${site.trade} in ${site.address.town}`,
  description: site.summary,
  menu: 1,
} satisfies Place;
