import type { EachOf } from '../../src/prerender/schema.ts';
import type { services } from './services.ts';

export const summaries = {
  software: 'We work out what you need, then build it and keep it running.',
  apps: 'Apps that are quick on a modest phone and kind to prepaid data.',
  cloud: 'Servers sized to your need, with a bill you can explain.',
  devops: 'From a change on a laptop to your customers, safely and often.',
  hosting: 'Your site and your mail, looked after by people who answer.',
} satisfies EachOf<typeof services>;
