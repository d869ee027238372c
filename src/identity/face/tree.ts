/** A forking tree as SVG path data. The trunk starts upright at 0, 0, in the middle of the bottom edge. */
export interface Tree {
  readonly width: number;
  readonly height: number;
  /** The trunk comes first. */
  readonly branches: readonly { readonly path: string; readonly width: number }[];
  readonly leaves: { readonly path: string; readonly width: number };
  /** A line from the end of each limb to the edge of the box, for the service's name below it. */
  readonly ties?: string;
}

interface Habit {
  readonly trunk: { readonly length: number; readonly width: number };
  /** Forks between the trunk and a tip. */
  readonly forks: number;
  /** Length of the first branches. */
  readonly reach: number;
  /** Angle of a fork in radians. */
  readonly spread: number;
  readonly leaf: { readonly length: number; readonly width: number; readonly count: number };
}

export const LEAF = { length: 13, width: 2.5, count: 4 };
const BARE = { length: 0, width: 0, count: 0 };
const habits = {
  seedling: {
    trunk: { length: 60, width: 8 },
    forks: 1,
    reach: 38,
    spread: 0.9,
    leaf: { length: 26, width: 2.5, count: 7 },
  },
  young: { trunk: { length: 130, width: 20 }, forks: 3, reach: 70, spread: 0.95, leaf: LEAF },
  grown: { trunk: { length: 170, width: 34 }, forks: 4, reach: 92, spread: 0.95, leaf: LEAF },
  old: { trunk: { length: 110, width: 60 }, forks: 4, reach: 120, spread: 1.05, leaf: LEAF },
  branch: { trunk: { length: 190, width: 14 }, forks: 2, reach: 90, spread: 1, leaf: BARE },
} as const satisfies Record<string, Habit>;

export type Kind = keyof typeof habits;

/** Draws a quiver tree: every branch forks into two thinner ones. The same seed gives the same tree. */
export function tree(seed: string, kind: Kind): Tree {
  const { trunk, ...crown } = habits[kind];
  const plant = newPlant(seed);
  const fork = plant.trunk(plant.about(0, 0, 0.13), plant.about(trunk.width, 0.15), plant.about(trunk.length, 0.15));
  plant.crown(fork, { ...crown, generation: 1 });
  return plant.drawn(crown.leaf.width);
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The end of a branch; the angle is in radians from the upright. */
export interface Joint extends Point {
  readonly angle: number;
  readonly width: number;
}

/** Relative to the fork. */
interface Branching extends Point {
  /** Thickness as a share of the parent's. */
  readonly share: number;
  /** -1 left, 1 right, 0 without a fork. */
  readonly side: number;
  readonly generation: number;
}

interface Stroke {
  path: string;
  pen: Point;
}

interface Group extends Stroke {
  readonly generation: number;
  readonly width: number;
}

function move(stroke: Stroke, { x, y }: Point): void {
  stroke.path += `m${at(x - stroke.pen.x, y - stroke.pen.y)}`;
  stroke.pen = { x, y };
}

export interface Crown extends Omit<Habit, 'trunk'> {
  readonly generation: number;
}

/** Two branches of this thickness cover the end of their parent. */
const HALF = 0.62;
const THINNEST = 2.5;
/** How far a branch starts inside its parent, to leave no gap. */
const OVERLAP = 3;

export function newPlant(seed: string) {
  const random = randomFrom(seed);
  const groups = new Map<string, Group>();
  const leaves: Stroke = { path: '', pen: { x: 0, y: 0 } };
  let [half, height] = [0, 0];

  const about = (value: number, share: number, off = 0) => value + (share * value + off) * (2 * random() - 1);

  function branch(from: Joint, { share, side, generation, x, y }: Branching): Joint {
    const width = Math.max(THINNEST, round(share * from.width));
    const aside = (side * (from.width - width)) / 2;
    // the trunk ends at the ground
    const overlap = generation === 0 ? 0 : OVERLAP;
    const start = {
      x: Math.round(from.x + aside * Math.cos(from.angle) - overlap * Math.sin(from.angle)),
      y: Math.round(from.y + aside * Math.sin(from.angle) + overlap * Math.cos(from.angle)),
    };
    const ahead = polar(from.angle, 0.45 * Math.hypot(x, y));
    const end = { x: Math.round(from.x + x), y: Math.round(from.y + y) };
    const key = `${generation} ${width}`;
    const group = groups.get(key) ?? { path: '', pen: { x: 0, y: 0 }, generation, width };
    move(group, start);
    group.path += `q${at(ahead.x, ahead.y)} ${at(end.x - start.x, end.y - start.y)}`;
    group.pen = end;
    groups.set(key, group);
    measure(end, width);
    return { ...end, width, angle: Math.atan2(end.x - start.x - ahead.x, start.y + ahead.y - end.y) };
  }

  const trunk = (lean: number, width: number, length: number): Joint =>
    branch({ x: 0, y: 0, angle: 0, width }, { ...polar(lean, length), share: 1, side: 0, generation: 0 });

  function crown(from: Joint, { forks, reach, spread, leaf, generation }: Crown): void {
    if (forks === 0) {
      rosette(from, leaf);
      return;
    }
    for (const side of [-1, 1]) {
      // each fork turns back towards the upright
      const angle = 0.6 * Math.sin(from.angle) + side * about(spread / 2, 0.3);
      const end = branch(from, { ...polar(angle, about(reach, 0.12)), share: HALF, side, generation });
      crown(end, { forks: forks - 1, reach: 0.8 * reach, spread, leaf, generation: generation + 1 });
    }
  }

  function rosette({ x, y, angle }: Joint, { length, width, count }: Habit['leaf']): void {
    if (width === 0) return;
    move(leaves, { x, y });
    for (let leaf = 0; leaf < count; leaf += 1) {
      const direction = angle + about((leaf - (count - 1) / 2) * (2.5 / count), 0, 0.1);
      const tip = polar(direction, about(length, 0.25));
      leaves.path += `l${at(tip.x, tip.y)}z`;
    }
    measure({ x, y }, length + width / 2);
  }

  function measure({ x, y }: Point, around: number): void {
    half = Math.max(half, Math.abs(x) + around);
    height = Math.max(height, around - y);
  }

  return {
    about,
    branch,
    trunk,
    crown,
    drawn: (leafWidth: number): Tree => ({
      width: 2 * Math.ceil(half + 2),
      height: Math.ceil(height + 2),
      branches: [...groups.values()].sort((one, other) => one.generation - other.generation),
      leaves: { path: leaves.path, width: leafWidth },
    }),
  };
}

/** In radians from the upright; up is negative. */
const polar = (angle: number, length: number) => ({
  x: length * Math.sin(angle),
  y: -length * Math.cos(angle),
});

const round = (value: number) => Math.round(value * 10) / 10;

export const at = (x: number, y: number) => `${Math.round(x)} ${Math.round(y)}`.replace(' -', '-');

/** Mulberry32, seeded with FNV-1a. */
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
