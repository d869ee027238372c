import type { Service } from '../../src/prerender/schema.ts';

export const services = [
  { slug: 'software', name: 'Software development and analysis' },
  { slug: 'apps', name: 'Apps for phones & tablets' },
  { slug: 'cloud', name: 'Cloud services' },
  { slug: 'devops', name: 'DevOps consulting' },
  { slug: 'hosting', name: 'Web and email hosting' },
] as const satisfies readonly Service[];
