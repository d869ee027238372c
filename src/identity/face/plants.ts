import { services } from '../services.ts';
import { site } from '../site.ts';
import { type Kind, type Tree, tree, treeOfLimbs } from './tree.ts';

/** A limb for each service. */
export const treeOfServices = (): Tree => treeOfLimbs(site.slogan, services.length, 3);

/** By the page's address; a young tree elsewhere. */
const KINDS: Readonly<Record<string, Kind>> = {
  '/public/contact-us': 'seedling',
  '/public/our-work': 'old',
  lost: 'branch',
};
export const plantAt = (at: string, seed: string): Tree =>
  at === '/public/index' ? treeOfServices() : tree(seed, KINDS[at] ?? 'young');
