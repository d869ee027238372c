import { services } from '../services.ts';
import { site } from '../site.ts';
import { type Kind, type Tree, tree, treeOfLimbs } from './tree.ts';

/** A limb for each service. @param isLarge whether there is room for the finest twigs */
export const treeOfServices = (isLarge = false): Tree => treeOfLimbs(site.slogan, services.length, isLarge ? 3 : 2);

/** By the page's address; a grown tree elsewhere. */
const KINDS: Readonly<Record<string, Kind>> = {
  '/public/contact-us': 'seedling',
  '/public/our-work': 'old',
  '/public/privacy': 'young',
  sent: 'young',
  lost: 'branch',
};
const WITH_SERVICES = ['/public/index', '/public/service'];

export const plantAt = (at: string, seed: string, isLarge = false): Tree =>
  WITH_SERVICES.includes(at) ? treeOfServices(isLarge) : tree(seed, KINDS[at] ?? 'grown');
