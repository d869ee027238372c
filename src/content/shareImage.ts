import type { Presence } from './place.ts';
import { site } from './site.ts';
import { tree } from './words/shareImage.ts';

/** How large the picture is that a link to a page is shown with, in pixels; images.ts draws it. */
export const SHARE = { width: 1200, height: 630 } as const;

/**
 * Where the picture of a page is.
 * @param id the name of the page's folder
 */
export const shareImage = (id: string) => `/share/${id}.png`;

/** Read aloud in place of the picture. */
export const shareAlt = ({ title }: Pick<Presence, 'title'>): string =>
  `${site.name}: ${title}. ${tree}`;
