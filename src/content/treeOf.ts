import { services } from '#identity/services.ts';
import { type Tree, tree, treeOfLimbs } from '../lib/tree/tree.ts';
import type { Presence } from './place.ts';
import { site } from './site.ts';

/**
 * The tree that is a page's own. That of the services, wherever it stands, has a limb for each of them.
 * @param isLarge whether there is room for its finest twigs
 */
export const treeOf = (
  { title, tree: kind = 'grown' }: Pick<Presence, 'title' | 'tree'>,
  isLarge = false,
): Tree =>
  kind === 'services'
    ? treeOfLimbs(site.slogan, services.length, isLarge ? 3 : 2)
    : tree(title, kind);
