import type { Kind } from '../lib/tree/tree.ts';

/** How a page appears in the browser's tab, in search engines and in link previews. */
export interface Presence {
  /** Without the firm's name. */
  readonly title: string;
  readonly description: string;
  /** The kind of the page's tree; grown by default. */
  readonly tree?: Kind | 'services';
  /** Pages without an address are not indexed. */
  readonly path?: undefined;
}

export interface Place extends Omit<Presence, 'path'> {
  /** Begins with `/public/`. */
  readonly path: string;
  /** For links and the menu. */
  readonly label: string;
  /** The position in the menu and in the footer's quick links. */
  readonly menu?: number;
  /** The position in the quick links, for pages outside the menu. */
  readonly footer?: number;
  /** Left out of the sitemap, the page for unknown addresses and search engines. */
  readonly isUnlisted?: true;
}
