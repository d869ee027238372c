import type { ComponentType } from 'react';
import { type RouteId, routes } from '../routes.ts';
import { recoverFromStaleChunk } from './staleChunk.ts';

export type PageModule = { readonly default: ComponentType };

/** Where the code of each screen is; it is fetched when the screen is first shown. */
const modules = {
  home: () => import('../pages/HomePage.tsx'),
  services: () => import('../pages/ServicesPage.tsx'),
  aboutUs: () => import('../pages/AboutUsPage.tsx'),
  contactUs: () => import('../pages/ContactUsPage.tsx'),
  ourWork: () => import('../pages/OurWorkPage.tsx'),
  privacy: () => import('../pages/PrivacyPage.tsx'),
  notFound: () => import('../pages/NotFoundPage.tsx'),
} as const satisfies Record<RouteId | 'notFound', () => Promise<PageModule>>;

export type PageId = keyof typeof modules;

/** The screen at an address of this site. */
export function pageAt(pathname: string): PageId {
  const path = pathname.replace(/\/+$/, '');
  const ids = Object.keys(routes) as RouteId[];
  return ids.find((id) => routes[id].path === path) ?? 'notFound';
}

/** Fetches the code of a screen; rejects where it is not to be had. */
export const importPage = (id: PageId): Promise<PageModule> => modules[id]();

/**
 * Fetches the code of a screen, over a deployment if need be. The old screen stays until
 * then, so the document says that something is on its way (see Layout.css).
 */
export async function loadPage(id: PageId): Promise<PageModule> {
  const { dataset } = document.documentElement;
  dataset['loading'] = id;
  try {
    return await recoverFromStaleChunk(() => importPage(id));
  } finally {
    if (dataset['loading'] === id) delete dataset['loading'];
  }
}
