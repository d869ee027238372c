import type { ComponentType } from 'react';
import { matchRoutes } from 'react-router-dom';
import { type RouteId, routes } from '../routes.ts';
import { forgetReload, recoverFromStaleChunk } from './staleChunk.ts';

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

/** Where each screen is, in the router's terms. */
export const pageRoutes = (Object.keys(routes) as RouteId[]).map((id) => ({
  id,
  path: routes[id].path,
}));

/** The screen at an address of this site, as the router finds it. */
export const pageAt = (pathname: string): PageId =>
  matchRoutes(pageRoutes, pathname)?.[0]?.route.id ?? 'notFound';

/** Fetches the code of a screen; rejects where it is not to be had. */
export async function importPage(id: PageId): Promise<PageModule> {
  const page = await modules[id]();
  forgetReload();
  return page;
}

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
