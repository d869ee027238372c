import type { Presence } from '../schema.ts';
import { site } from './site.ts';
import { tree } from './words/shareImage.ts';

/** In pixels. */
export const SHARE = { width: 1200, height: 630 } as const;

/** @param id the page's folder */
export const shareImage = (id: string) => `/share/${id}.png`;

export const shareAlt = ({ title }: Pick<Presence, 'title'>): string => `${site.name}: ${title}. ${tree}`;
