import { site } from '../../content/site.ts';
import type { Place } from '../../prerender/schema.ts';

export default {
  path: '/public/contact-us',
  label: 'Contact us',
  title: 'Contact us',
  description: `Send ${site.name} a message, call ${site.phone} or email ${site.email}.`,
  menu: 4,
  form: 'contact',
} satisfies Place;
