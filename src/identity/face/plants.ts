import { type Kind, type Tree, tree } from './tree.ts';

/** By the page's address; a young tree elsewhere. */
const KINDS: Readonly<Record<string, Kind>> = {
  '/public/contact-us': 'seedling',
  '/public/our-work': 'old',
  lost: 'branch',
};
export const plantAt = (at: string, seed: string): Tree => tree(seed, KINDS[at] ?? 'young');
