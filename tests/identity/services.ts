import type { Service } from '../../src/schema.ts';

export const services = [
  {
    slug: 'software',
    name: 'Software development and analysis',
    icon: 'code',
  },
  {
    slug: 'apps',
    name: 'Apps for phones & tablets',
    icon: 'phone',
  },
  {
    slug: 'cloud',
    name: 'Cloud services',
    icon: 'cloud',
  },
  {
    slug: 'devops',
    name: 'DevOps consulting',
    icon: 'loop',
  },
  {
    slug: 'hosting',
    name: 'Web and e-mail hosting',
    icon: 'server',
  },
] as const satisfies readonly Service[];
