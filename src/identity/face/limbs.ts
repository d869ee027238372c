import { services } from '../services.ts';
import { site } from '../site.ts';
import { at, type Crown, type Joint, LEAF, newPlant, type Point, type Tree } from './tree.ts';

type Plant = ReturnType<typeof newPlant>;

/** The box of `treeOfLimbs`: rows of two limbs above the trunk. `name` is the room for a service's name. */
const PLATE = { width: 560, trunk: 120, limbs: 530, row: 145, name: 60 };

/** A tree with a crown on each limb, alternately left and right, from the top. */
export function treeOfLimbs(seed: string, limbs: number, forks: number): Tree {
  const plant = newPlant(seed);
  const { row, reach, height } = plateOf(limbs);
  const tips = Array.from({ length: limbs }, (_, limb) => {
    const down = Math.floor(limb / 2);
    return {
      x: (limb % 2 === 0 ? -1 : 1) * plant.about(down === 0 ? 74 : 106, 0.05),
      y: -height + row * (down + 0.6),
    };
  });
  const fork = plant.trunk(plant.about(0, 0, 0.05), 40, PLATE.trunk * 0.8);
  const around = [...tips.filter(({ x }) => x < 0).reverse(), ...tips.filter(({ x }) => x > 0)];
  grow(plant, fork, around, { forks, reach, spread: 1.15, leaf: LEAF, generation: 1 });
  const ties = tips.map(({ x, y }) => `M${at(x, y)}H${(Math.sign(x) * PLATE.width) / 2}`).join('');
  return { ...plant.drawn(LEAF.width), width: PLATE.width, height, ties };
}

function plateOf(limbs: number) {
  const rows = Math.ceil(limbs / 2);
  const row = Math.max(PLATE.row, PLATE.limbs / rows);
  // a crown is about three times as high as its first branches are long
  const reach = Math.min(42, (row - PLATE.name) / 3);
  return { row, reach, height: PLATE.trunk + rows * row };
}

/** Forks until there is a limb for each tip. */
function grow(plant: Plant, from: Joint, tips: readonly Point[], each: Crown): void {
  const [only, another] = tips;
  if (only === undefined) return;
  if (another === undefined) {
    plant.crown(from, each);
    return;
  }
  const isLeft = (tips.at(-1)?.x ?? 0) < 0;
  const middle = tips.findIndex(({ x }) => x > 0);
  const cut = middle > 0 ? middle : isLeft ? 1 : tips.length - 1;
  for (const [side, part] of [
    [-1, tips.slice(0, cut)],
    [1, tips.slice(cut)],
  ] as const) {
    const way = part.length === 1 ? 1 : 0.34;
    const end = plant.branch(from, {
      x: way * (mean(part.map(({ x }) => x)) - from.x),
      y: way * (mean(part.map(({ y }) => y)) - from.y),
      share: Math.max(0.5, Math.sqrt(part.length / tips.length)),
      side,
      generation: each.generation,
    });
    grow(plant, end, part, { ...each, generation: each.generation + 1 });
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** A limb for each service, with the finest twigs. */
export const treeOfServices = (): Tree => treeOfLimbs(site.slogan, services.length, 3);
