import type { Kind } from '../lib/tree/tree.ts';

/** What a page says of itself outside of itself: in the browser's tab, to search engines and in previews of links. */
export interface Presence {
  /** The document's title, without the firm's name. */
  readonly title: string;
  readonly description: string;
  /** The tree that is this page's own, grown from its title: how old it is, or that of the services; left out, a grown one. */
  readonly tree?: Kind | 'services';
  /** A page without an address stands in for others, and search engines leave it out. */
  readonly path?: undefined;
}

/** Where a page is, and how it presents itself. */
export interface Place extends Omit<Presence, 'path'> {
  /** Its address, below `/public/`. */
  readonly path: string;
  /** Short name, for links and the menu. */
  readonly label: string;
  /** Puts the page into the menu and the footer's quick links, in the order of these numbers. */
  readonly menu?: number;
  /** Puts the page into the footer's quick links only, in the same order. */
  readonly footer?: number;
  /** Whether neither the sitemap nor the page for unknown addresses lists it, and search engines leave it out. */
  readonly isUnlisted?: true;
}
