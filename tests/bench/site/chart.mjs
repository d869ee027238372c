// @ts-check

/** @typedef {{ fcp: number, lcp: number }} Paints */
/** @typedef {{ label: string, path: string, site: Paints, plain: Paints }} Row */

const WIDTH = 760;
const MARGIN = 28;
/** Where the scale begins and ends; to its right the times are written. */
const LEFT = 182;
const RIGHT = 616;
const TOP = 176;
const ROW = 64;

const STYLE = `
  svg { --paper: #faf6ee; --ink: #221b2e; --muted: #5e5668; --rule: #d9cdb9; --floor: #eadfcb; --edge: #7a6340; --site: #a5431c; --plain: #6f6878 }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #17131f; --ink: #f3ece0; --muted: #b5aabf; --rule: #3a3147; --floor: #2b2337; --edge: #c9ab78; --site: #f0936b; --plain: #9a90a6 }
  }
  text { font: 15px system-ui, -apple-system, "Segoe UI", sans-serif; fill: var(--ink) }
  .title { font-size: 24px; font-weight: 700; letter-spacing: -0.01em }
  .quiet { fill: var(--muted) }
  .name { font-weight: 600 }
  .small { font-size: 13px }
  .time { font-variant-numeric: tabular-nums }
  .site { --build: var(--site) }
  .plain { --build: var(--plain) }
  .time.site { fill: var(--site); font-weight: 700 }
  .time.plain { fill: var(--muted) }
  .edge { fill: var(--edge); font-weight: 600 }
`;

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);

/** @param {number} milliseconds */
const seconds = (milliseconds) => (milliseconds / 1000).toFixed(2);

/** @param {Paints} paints */
function span({ fcp, lcp }) {
  const [first, largest] = [seconds(fcp), seconds(lcp)];
  return first === largest ? `${first} s` : `${first} – ${largest} s`;
}

/** @param {number} from @param {number} to @param {number} y */
const pill = (from, to, y) =>
  `<line x1="${from}" x2="${to + 0.01}" y1="${y}" y2="${y}" stroke="var(--build)" stroke-width="13" stroke-linecap="round"/>`;

/**
 * First and largest paint of every page beside the floor, as an SVG that follows the
 * reader's light or dark screen.
 * @param {Row[]} rows
 * @param {Paints} floor
 * @param {string} conditions
 */
export function drawChart(rows, floor, conditions) {
  const bottom = TOP + rows.length * ROW;
  const height = bottom + 92;
  const slowest = Math.max(...rows.flatMap(({ site, plain }) => [site.lcp, plain.lcp]), floor.lcp);
  const step = slowest > 2500 ? 1000 : 500;
  // half a step at least stays free after the last dot
  const end = step * Math.ceil(slowest / step + 0.1);
  /** @param {number} time */
  const x = (time) => Math.round((LEFT + (time / end) * (RIGHT - LEFT)) * 10) / 10;
  const ticks = Array.from({ length: end / step + 1 }, (_, index) => index * step);

  /** A dot, or a pill where the largest paint comes later; the stem is what the floor does not need.
   * @param {'site' | 'plain'} build @param {Paints} paints @param {number} y */
  const lane = (build, paints, y) => `
    <g class="${build}">
      <line x1="${x(floor.fcp)}" x2="${x(paints.fcp)}" y1="${y}" y2="${y}" stroke="var(--build)" stroke-width="2" opacity=".45"/>
      ${pill(x(paints.fcp), x(paints.lcp), y)}
      <text class="time ${build}" x="${WIDTH - MARGIN}" y="${y + 5}" text-anchor="end">${span(paints)}</text>
    </g>`;

  const body = rows.map(({ label, path, site, plain }, index) => {
    const y = TOP + index * ROW;
    return `
    <line x1="${MARGIN}" x2="${WIDTH - MARGIN}" y1="${y}" y2="${y}" stroke="var(--rule)"/>
    <text class="name" x="${MARGIN}" y="${y + 29}">${escaped(label)}</text>
    <text class="quiet small" x="${MARGIN}" y="${y + 48}">${escaped(path)}</text>${lane('site', site, y + 22)}${lane('plain', plain, y + 44)}`;
  });

  const scale = ticks.map(
    (time) => `
    <line x1="${x(time)}" x2="${x(time)}" y1="${TOP}" y2="${bottom + 6}" stroke="var(--rule)"${time === 0 ? '' : ' stroke-dasharray="2 4"'}/>
    <text class="quiet small time" x="${x(time)}" y="${bottom + 24}" text-anchor="middle">${time / 1000}${time === end ? ' s' : ''}</text>`,
  );

  const description = rows.map(
    ({ label, site, plain }) => `${label}: ${span(site)}, plain build ${span(plain)}.`,
  );

  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title description">
  <title id="title">When each page paints, beside the floor</title>
  <desc id="description">First and largest contentful paint. The floor: ${span(floor)}. ${escaped(description.join(' '))}</desc>
  <style>${STYLE}</style>
  <rect width="${WIDTH}" height="${height}" rx="10" fill="var(--paper)"/>
  <text class="title" x="${MARGIN}" y="52">When each page paints, beside the floor</text>
  <text class="quiet" x="${MARGIN}" y="78">${escaped(conditions)}</text>
  <g class="site">${pill(MARGIN + 7, MARGIN + 7, 109)}</g>
  <text class="name" x="${MARGIN + 22}" y="114">this site</text>
  <g class="plain">${pill(MARGIN + 121, MARGIN + 121, 109)}</g>
  <text x="${MARGIN + 136}" y="114">the same app, built plainly, drawn by its script</text>
  <text class="quiet" x="${WIDTH - MARGIN}" y="${TOP - 20}" text-anchor="end">first – largest paint</text>
  <rect x="${LEFT}" y="${TOP}" width="${x(floor.fcp) - LEFT}" height="${bottom - TOP}" fill="var(--floor)"/>
  <g>${scale.join('')}</g>
  <line x1="${x(floor.lcp)}" x2="${x(floor.lcp)}" y1="${TOP - 12}" y2="${bottom}" stroke="var(--edge)" stroke-width="2"/>
  <text class="edge" x="${x(floor.lcp)}" y="${TOP - 20}" text-anchor="middle">the floor, ${span(floor)}</text>
  <g>${body.join('')}</g>
  <line x1="${MARGIN}" x2="${WIDTH - MARGIN}" y1="${bottom}" y2="${bottom}" stroke="var(--rule)"/>
  <text class="quiet small" x="${MARGIN}" y="${height - 24}">The floor is a page of about the same content with no script, from the same kind of server.</text>
</svg>
`;
}
