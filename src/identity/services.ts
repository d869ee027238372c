import type { Service } from '../prerender/schema.ts';

/** In the order of the site. Their texts are in summaries.ts and descriptions.ts. */
export const services = [
  { slug: 'software', name: 'Software development and analysis' },
  { slug: 'branding', name: 'Corporate identity and branding' },
  { slug: 'mobile', name: 'Mobile app development' },
  { slug: 'cloud', name: 'Cloud services' },
  { slug: 'devops', name: 'DevOps consulting' },
  { slug: 'hosting', name: 'Web and email hosting' },
] as const satisfies readonly Service[];
