/** A forking tree as SVG path data. */
export interface Tree {
  /** The box that it fills; the foot of the trunk is at 0, 0, in the middle of the bottom edge or nearly. */
  readonly left: number;
  readonly width: number;
  readonly height: number;
  /** Branches by generation, the trunk first; each is drawn with its own stroke width. */
  readonly generations: readonly { readonly path: string; readonly width: number }[];
  /** The short leaves at every tip, as one path. */
  readonly leaves: string;
}

/** In units of the box: what a tree of any depth begins with. */
export const TRUNK = { length: 200, width: 34 };
const LEAF = 13;
const LEAVES = 5;

/**
 * Draws a quiver tree: it forks cleanly in two at every branch, and each fork is thinner.
 * @param seed the same seed is the same tree
 * @param depth how often it forks; 0 is a trunk alone
 */
export function tree(seed: string, depth: number): Tree {
  const random = randomFrom(seed);
  /** A number around another one, off by a share of it at most. */
  const about = (value: number, share: number) => value * (1 + share * (2 * random() - 1));
  const paths: string[] = Array.from({ length: depth + 1 }, () => '');
  let leaves = '';
  let [left, right, top] = [0, 0, 0];

  const grow = (x: number, y: number, angle: number, length: number, generation: number) => {
    // the way from the fork it grows out of: small numbers are short
    const dx = Math.round(length * Math.sin(angle));
    const dy = Math.round(-length * Math.cos(angle));
    const [endX, endY] = [x + dx, y + dy];
    // bent like wood that turned to the light
    const bend = length * 0.12 * (angle === 0 ? 1 : Math.sign(angle));
    const middle = at(dx / 2 + bend * Math.cos(angle), dy / 2 + bend * Math.sin(angle));
    paths[generation] += `M${at(x, y)}q${middle} ${at(dx, dy)}`;
    left = Math.min(left, endX - LEAF);
    right = Math.max(right, endX + LEAF);
    top = Math.min(top, endY - LEAF);
    if (generation === depth) {
      leaves += `M${at(endX, endY)}`;
      for (let leaf = 0; leaf < LEAVES; leaf += 1) {
        const direction = angle + ((leaf - (LEAVES - 1) / 2) * 0.62 + 0.1 * (2 * random() - 1));
        const size = about(LEAF, 0.25);
        // each goes back to the tip, where the next begins
        leaves += `l${at(size * Math.sin(direction), -size * Math.cos(direction))}z`;
      }
      return;
    }
    const spread = about(0.46, 0.3);
    const lean = about(0.5, 0.2);
    // each fork turns a little back to the upright
    const upright = angle * 0.86;
    const next = generation === 0 ? length * 0.42 : length * about(0.8, 0.12);
    grow(endX, endY, upright - spread * lean * 2, next, generation + 1);
    grow(endX, endY, upright + spread * (1 - lean) * 2, next, generation + 1);
  };
  grow(0, 0, 0, TRUNK.length, 0);

  return {
    left: Math.round(left - 4),
    width: Math.round(right - left + 8),
    height: Math.round(4 - top),
    generations: paths.map((path, generation) => ({
      path,
      width: round(Math.max(2.5, TRUNK.width * 0.62 ** generation)),
    })),
    leaves,
  };
}

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
