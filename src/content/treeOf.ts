import { services } from '#identity/services.ts';
import { type Tree, tree, treeOfLimbs } from '../lib/tree/tree.ts';
import type { Presence } from '../schema.ts';
import { site } from './site.ts';

/** @param isLarge whether there is room for the finest twigs */
export const treeOf = ({ title, tree: kind = 'grown' }: Pick<Presence, 'title' | 'tree'>, isLarge = false): Tree =>
  kind === 'services' ? treeOfLimbs(site.slogan, services.length, isLarge ? 3 : 2) : tree(title, kind);
