import { services } from './content/services.ts';
import { site } from './content/site.ts';

/** One screen of the site: where it is and how it presents itself. */
export interface RouteEntry {
  readonly path: string;
  /** Short name, for links and the menu. */
  readonly label: string;
  /** The document's title, without the firm's name. */
  readonly title: string;
  /** For search engines and link previews. */
  readonly description: string;
}

/** Every screen there is; the one owner of paths, titles and descriptions. */
export const routes = {
  home: {
    path: '/public/index',
    label: 'Home',
    title: site.slogan.replace(/\.$/, ''),
    description: site.summary,
  },
  services: {
    path: '/public/service',
    label: 'Services',
    title: 'Services',
    description: `What ${site.name} does: ${services.map(({ name }) => name).join(', ')}.`,
  },
  aboutUs: {
    path: '/public/about-us',
    label: 'About us',
    title: 'About us',
    description: `Who ${site.name} is and what we are known for: quality conversions, dependable pricing, detail attention and deadline delivery.`,
  },
  contactUs: {
    path: '/public/contact-us',
    label: 'Contact us',
    title: 'Contact us',
    description: `Send ${site.name} a message, call ${site.phone} or write to ${site.email}.`,
  },
  ourWork: {
    path: '/public/our-work',
    label: 'Our work',
    title: 'Our work',
    description: `What ${site.name} has built, with figures that were measured.`,
  },
  privacy: {
    path: '/public/privacy',
    label: 'Privacy notice',
    title: 'Privacy notice',
    description: `What the contact form of ${site.name} collects, why, who reads it, how long it is kept, and your rights.`,
  },
} as const satisfies Record<string, RouteEntry>;

export type RouteId = keyof typeof routes;

/** What an address outside the table shows; it has no path of its own. */
export const notFoundRoute: Omit<RouteEntry, 'path' | 'label'> = {
  title: 'Page not found',
  description: 'There is no page at this address.',
};

/** The links of the header and the footer. */
export const menu: readonly RouteEntry[] = [
  routes.home,
  routes.services,
  routes.aboutUs,
  routes.contactUs,
];

/** The title as the browser shows it. */
export const documentTitle = ({ title }: Pick<RouteEntry, 'title'>): string =>
  `${title} – ${site.name}`;
