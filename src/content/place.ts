import type { Kind } from '../lib/tree/tree.ts';

export interface Presence {
  /** Without the firm's name. */
  readonly title: string;
  readonly description: string;
  /** The kind of the page's tree; a grown tree by default. */
  readonly tree?: Kind | 'services';
  /** Pages without an address are not indexed. */
  readonly path?: undefined;
}

export interface Place extends Omit<Presence, 'path'> {
  /** Begins with `/public/`. */
  readonly path: string;
  readonly label: string;
  /** The order in the menu and in the footer's quick links. */
  readonly menu?: number;
  /** The order in the quick links, for pages outside the menu. */
  readonly footer?: number;
  /** Left out of the sitemap, search engines and the page for unknown addresses. */
  readonly isUnlisted?: true;
  /** The folder in server/forms, for a page with a form. */
  readonly form?: string;
}
