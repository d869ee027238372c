import { services } from '#identity/services.ts';
import { site } from '../../content/site.ts';
import type { Place } from '../../prerender/schema.ts';

export default {
  path: '/public/service',
  label: 'Services',
  title: 'Services',
  description: `What ${site.name} does: ${services.map(({ name }) => name).join(', ')}.`,
  menu: 2,
} satisfies Place;
