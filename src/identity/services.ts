import type { Service } from '../schema.ts';

/** In the order of the site. Their texts are in summaries.ts and descriptions.ts. */
export const services = [
  {
    slug: 'software',
    name: 'Software development and analysis',
    icon: 'code',
  },
  {
    slug: 'branding',
    name: 'Corporate identity and branding',
    icon: 'pen',
  },
  {
    slug: 'mobile',
    name: 'Mobile app development',
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
    name: 'Web and email hosting',
    icon: 'server',
  },
] as const satisfies readonly Service[];
