export interface Service {
  /** Names the service in its address on the services page. */
  readonly slug: string;
  readonly name: string;
  readonly icon: 'code' | 'pen' | 'phone' | 'cloud' | 'loop' | 'server';
}

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
    name: 'Web and e-mail hosting',
    icon: 'server',
  },
] as const satisfies readonly Service[];

/** Something said of every service. */
export type ServiceTexts = Readonly<Record<(typeof services)[number]['slug'], string>>;
