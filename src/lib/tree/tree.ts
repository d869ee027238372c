/** A forking tree as SVG path data. */
export interface Tree {
  /** The box that it fills; the foot of the trunk is at 0, 0, in the middle of the bottom edge. */
  readonly width: number;
  readonly height: number;
  /** Branches of a generation that are equally thick, the trunk first; `count` is how many the path has. */
  readonly branches: readonly {
    readonly generation: number;
    readonly path: string;
    readonly width: number;
    readonly count: number;
  }[];
  /** The short leaves at every tip, as one path; empty where it is bare. */
  readonly leaves: { readonly path: string; readonly width: number };
}

/** What trees of a kind have in common, in units of their box. */
interface Habit {
  readonly trunk: { readonly length: number; readonly width: number };
  /** How often it forks between the foot and a tip. */
  readonly forks: number;
  /** How long the first branches are. */
  readonly reach: number;
  /** Radians between the two branches of a fork. */
  readonly spread: number;
  readonly leaf: { readonly length: number; readonly width: number; readonly count: number };
}

const LEAF = { length: 13, width: 2.5, count: 5 };
const BARE = { length: 0, width: 0, count: 0 };
const habits = {
  seedling: {
    trunk: { length: 60, width: 8 },
    ...{ forks: 1, reach: 38, spread: 0.9, leaf: { length: 26, width: 2.5, count: 7 } },
  },
  young: { trunk: { length: 130, width: 20 }, forks: 3, reach: 70, spread: 0.95, leaf: LEAF },
  grown: { trunk: { length: 170, width: 34 }, forks: 4, reach: 92, spread: 0.95, leaf: LEAF },
  old: { trunk: { length: 110, width: 60 }, forks: 4, reach: 120, spread: 1.05, leaf: LEAF },
  branch: { trunk: { length: 190, width: 14 }, forks: 2, reach: 90, spread: 1, leaf: BARE },
  /** So stout that it can be told at 16 pixels; in place of leaves it has a dot. */
  mark: {
    trunk: { length: 100, width: 44 },
    ...{ forks: 2, reach: 84, spread: 0.95, leaf: { length: 0, width: 50, count: 0 } },
  },
} as const satisfies Record<string, Habit>;

/** How old a tree is, and what else is made of its lines; a branch is bare. */
export type Kind = keyof typeof habits;

/**
 * Draws a quiver tree: it forks cleanly in two at every branch, and each fork is thinner.
 * @param seed the same seed is the same tree
 */
export function tree(seed: string, kind: Kind): Tree {
  const { trunk, ...crown } = habits[kind];
  const plant = newPlant(seed);
  // a mark stands upright
  const lean = kind === 'mark' ? 0 : plant.about(0, 0, 0.13);
  const fork = plant.branch(
    { x: 0, y: 0, angle: -lean, width: plant.about(trunk.width, 0.15) },
    { ...polar(lean, plant.about(trunk.length, 0.15)), share: 1, side: 0, generation: 0 },
  );
  plant.crown(fork, { ...crown, generation: 1 });
  return plant.drawn();
}

/**
 * The box of a tree of limbs. Above the trunk are equally high rows of two limbs: together at least as high as
 * `limbs`, each at least as high as `row`. In a row, `name` is left free for the names on the home page.
 */
const PLATE = { width: 520, trunk: 120, limbs: 530, row: 145, name: 60 };

/**
 * A tree with so many limbs, each with a crown of its own: to the left and to the right in turns, from the top.
 * @param forks of each crown
 */
export function treeOfLimbs(seed: string, limbs: number, forks: number): Tree {
  const plant = newPlant(seed);
  const rows = Math.ceil(limbs / 2);
  const row = Math.max(PLATE.row, PLATE.limbs / rows);
  const height = PLATE.trunk + rows * row;
  const tips = Array.from({ length: limbs }, (_, limb) => {
    const down = Math.floor(limb / 2);
    return {
      // closer together at the top
      x: (limb % 2 === 0 ? -1 : 1) * plant.about(down === 0 ? 74 : 116, 0.05),
      y: -height + row * (down + 0.6),
    };
  });
  const lean = plant.about(0, 0, 0.05);
  const fork = plant.branch(
    { x: 0, y: 0, angle: -lean, width: 40 },
    { ...polar(lean, PLATE.trunk * 0.8), share: 1, side: 0, generation: 0 },
  );
  /** From the left around the crown to the right. */
  const around = [...tips.filter(({ x }) => x < 0).reverse(), ...tips.filter(({ x }) => x > 0)];
  // a crown is about three times as high as its first branches are long
  const reach = Math.min(42, (row - PLATE.name) / 3);
  plant.limbs(fork, around, { forks, reach, spread: 1.15, leaf: LEAF, generation: 1 });
  return { ...plant.drawn(), width: PLATE.width, height };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where a branch ends: which way it points, in radians from the upright, and how thick it is. */
interface Joint extends Point {
  readonly angle: number;
  readonly width: number;
}

/** A branch to be: how far it ends from the fork it grows out of. */
interface Branching extends Point {
  /** Its thickness as a share of what it grows out of. */
  readonly share: number;
  /** -1 to the left of the fork, 1 to the right, 0 where nothing forks. */
  readonly side: number;
  readonly generation: number;
}

/** Path data, and where its pen is. */
interface Stroke {
  path: string;
  pen: Point;
}

interface Group extends Stroke {
  readonly generation: number;
  readonly width: number;
  count: number;
}

/** Lifts the pen to a point; as seen from where it was, which is near, the numbers are short. */
function move(stroke: Stroke, { x, y }: Point): void {
  stroke.path += `m${at(x - stroke.pen.x, y - stroke.pen.y)}`;
  stroke.pen = { x, y };
}

interface Crown extends Omit<Habit, 'trunk'> {
  readonly generation: number;
}

/** Of two branches that are equally thick: side by side they hide the end of what they grow out of. */
const HALF = 0.62;
const THINNEST = 2.5;
/** How far a branch begins within what it grows out of, so that no ground shows between. */
const OVERLAP = 3;

function newPlant(seed: string) {
  const random = randomFrom(seed);
  const groups = new Map<string, Group>();
  const leaves: Stroke = { path: '', pen: { x: 0, y: 0 } };
  let [half, height] = [0, 0];
  let leafWidth = 0;

  /** A number off another one by a share of it, and by so much, at most. */
  const about = (value: number, share: number, off = 0) =>
    value + (share * value + off) * (2 * random() - 1);

  /** Grows flush with one side of what it grows out of, and bends away from it. */
  function branch(from: Joint, { share, side, generation, x, y }: Branching): Joint {
    const width = Math.max(THINNEST, round(share * from.width));
    const aside = (side * (from.width - width)) / 2;
    const start = {
      x: Math.round(from.x + aside * Math.cos(from.angle) - OVERLAP * Math.sin(from.angle)),
      y: Math.round(from.y + aside * Math.sin(from.angle) + OVERLAP * Math.cos(from.angle)),
    };
    const ahead = polar(from.angle, 0.45 * Math.hypot(x, y));
    const end = { x: Math.round(from.x + x), y: Math.round(from.y + y) };
    const key = `${generation} ${width}`;
    const group = groups.get(key) ?? { path: '', pen: { x: 0, y: 0 }, generation, width, count: 0 };
    move(group, start);
    group.path += `q${at(ahead.x, ahead.y)} ${at(end.x - start.x, end.y - start.y)}`;
    group.pen = end;
    group.count += 1;
    groups.set(key, group);
    measure(end, width);
    return {
      ...end,
      width,
      angle: Math.atan2(end.x - start.x - ahead.x, start.y + ahead.y - end.y),
    };
  }

  function crown(from: Joint, { forks, reach, spread, leaf, generation }: Crown): void {
    if (forks === 0) {
      rosette(from, leaf);
      return;
    }
    for (const side of [-1, 1]) {
      // each fork turns back to the upright, the more the further it leans
      const angle = 0.6 * Math.sin(from.angle) + side * about(spread / 2, 0.3);
      const end = branch(from, {
        ...polar(angle, about(reach, 0.12)),
        ...{ share: HALF, side, generation },
      });
      crown(end, {
        forks: forks - 1,
        reach: 0.8 * reach,
        spread,
        leaf,
        generation: generation + 1,
      });
    }
  }

  /** Forks until there is one limb for each tip, the lowest first. */
  function limbs(from: Joint, tips: readonly Point[], each: Crown): void {
    const [only, another] = tips;
    if (only === undefined) return;
    if (another === undefined) {
      crown(from, each);
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
      const aim = {
        x: part.reduce((sum, { x }) => sum + x, 0) / part.length,
        y: part.reduce((sum, { y }) => sum + y, 0) / part.length,
      };
      const end = branch(from, {
        ...{ x: way * (aim.x - from.x), y: way * (aim.y - from.y) },
        share: Math.max(0.5, Math.sqrt(part.length / tips.length)),
        ...{ side, generation: each.generation },
      });
      limbs(end, part, { ...each, generation: each.generation + 1 });
    }
  }

  function rosette({ x, y, angle }: Joint, { length, width, count }: Habit['leaf']): void {
    if (width === 0) return;
    move(leaves, { x, y });
    // a stroke without length is a dot, if its ends are round
    if (length === 0) leaves.path += 'h0';
    for (let leaf = 0; leaf < count; leaf += 1) {
      const direction = angle + about((leaf - (count - 1) / 2) * (2.5 / count), 0, 0.1);
      const tip = polar(direction, about(length, 0.25));
      // each goes back to the tip, where the next begins
      leaves.path += `l${at(tip.x, tip.y)}z`;
    }
    leafWidth = width;
    measure({ x, y }, length + width / 2);
  }

  /** Keeps room for what reaches so far around a point. */
  function measure({ x, y }: Point, around: number): void {
    half = Math.max(half, Math.abs(x) + around);
    height = Math.max(height, around - y);
  }

  return {
    about,
    branch,
    crown,
    limbs,
    drawn: (): Tree => ({
      width: 2 * Math.ceil(half + 2),
      height: Math.ceil(height + 2),
      branches: [...groups.values()].sort((one, other) => one.generation - other.generation),
      leaves: { path: leaves.path, width: leafWidth },
    }),
  };
}

/** So far in a direction, in radians from the upright; up is below zero. */
const polar = (angle: number, length: number) => ({
  x: length * Math.sin(angle),
  y: -length * Math.cos(angle),
});

const round = (value: number) => Math.round(value * 10) / 10;

/** As short as path data allows. */
const at = (x: number, y: number) => `${Math.round(x)} ${Math.round(y)}`.replace(' -', '-');

/** Mulberry32, seeded with an FNV-1a hash of the text: numbers from 0 to 1, the same everywhere. */
function randomFrom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const character of seed) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
