// @ts-check
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { root } from '../../../scripts/environment.mjs';
import { CATEGORIES } from './audit.mjs';
import { drawChart } from './chart.mjs';

/** As many runs as make a median worth keeping. */
export const FULL = 5;

/** @typedef {import('./audit.mjs').Audit} Audit */
/** @typedef {import('./visit.mjs').Visit} Visit */
/** @typedef {[aim: string, missedBy: string[]]} Aim */

/**
 * @typedef {object} Measured
 * @property {Audit[]} floor
 * @property {{ path: string, label: string, site: Audit[], plain: Audit[] }[]} pages
 * @property {{ path: string, site: Visit[], plain: Visit[] }[]} visited
 */

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/**
 * The median of every figure by itself.
 * @template {object} T
 * @param {T[]} results @param {(result: T) => number | undefined} figure
 */
const middle = (results, figure) => median(results.map((result) => figure(result) ?? Number.NaN));

/** @param {number} value */
const whole = (value) => (Number.isNaN(value) ? '–' : value.toFixed(0));
/** @param {number} bytes */
const kilobytes = (bytes) => (bytes / 1000).toFixed(1);

/**
 * A Markdown table whose columns stand straight in a terminal too.
 * @param {string[][]} rows the first is the heading @param {number} words how many columns begin at the left
 */
function table([heading = [], ...rows], words) {
  const widths = heading.map((_, column) =>
    Math.max(...[heading, ...rows].map((row) => row[column]?.length ?? 0), 3),
  );
  const line = (/** @type {string[]} */ row) =>
    `| ${row
      .map((cell, column) =>
        column < words ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column < words ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [heading, rule, ...rows].map(line).join('\n');
}

/** @param {Audit[]} audits */
const summary = (audits) => ({
  fcp: middle(audits, ({ fcp }) => fcp),
  lcp: middle(audits, ({ lcp }) => lcp),
  tbt: middle(audits, ({ tbt }) => tbt),
  cls: middle(audits, ({ cls }) => cls),
  scores: CATEGORIES.map((_, index) => middle(audits, ({ scores }) => scores[index])),
  bytes: middle(audits, ({ bytes }) => bytes),
  script: middle(audits, ({ script }) => script),
  html: middle(audits, ({ html }) => html),
  faults: [...new Set(audits.flatMap(({ faults }) => faults))],
});

/** @typedef {ReturnType<typeof summary>} Summary */
/** @typedef {{ name: string, result: Summary }} Page */

/** @param {Page[]} pages @param {Summary} floor */
const auditTable = (pages, floor) =>
  table(
    [
      'page|FCP ms|× floor|LCP ms|× floor|TBT ms|CLS|scores|KB|script KB|HTML KB'.split('|'),
      ...[{ name: 'the floor', result: floor }, ...pages].map(({ name, result }) => [
        name,
        whole(result.fcp),
        (result.fcp / floor.fcp).toFixed(2),
        whole(result.lcp),
        (result.lcp / floor.lcp).toFixed(2),
        whole(result.tbt),
        result.cls.toFixed(3).replace(/\.?0+$/, ''),
        result.scores.join(' '),
        kilobytes(result.bytes),
        kilobytes(result.script),
        kilobytes(result.html),
      ]),
    ],
    1,
  );

/** @param {Page[]} pages @param {Summary} floor @returns {Aim[]} */
function auditAims(pages, floor) {
  /** @param {string} aim @param {(result: Summary) => boolean} isMet @param {(result: Summary) => string} [told] */
  const everywhere = (aim, isMet, told = () => '') =>
    /** @type {Aim} */ ([
      aim,
      pages
        .filter(({ result }) => !isMet(result))
        .map(({ name, result }) => `${name} ${told(result)}`.trim()),
    ]);
  return [
    everywhere(
      'FCP ≤ 1.05 × the floor, every page',
      ({ fcp }) => fcp <= 1.05 * floor.fcp,
      ({ fcp }) => (fcp / floor.fcp).toFixed(2),
    ),
    everywhere(
      'LCP ≤ 1.05 × the floor, every page',
      ({ lcp }) => lcp <= 1.05 * floor.lcp,
      ({ lcp }) => (lcp / floor.lcp).toFixed(2),
    ),
    everywhere(
      'TBT ≤ 10 ms, every page',
      ({ tbt }) => tbt <= 10,
      ({ tbt }) => whole(tbt),
    ),
    everywhere(
      'CLS 0, every page',
      ({ cls }) => cls < 0.0005,
      ({ cls }) => cls.toFixed(3),
    ),
    everywhere(
      '100 in all four categories, every page',
      ({ scores }) => scores.every((score) => score === 100),
      ({ scores, faults }) => [scores.join(' '), ...faults].join(' '),
    ),
  ];
}

/** @param {Visit[]} visits */
const visitSummary = (visits) => ({
  fcp: middle(visits, ({ fcp }) => fcp),
  lcp: middle(visits, ({ lcp }) => lcp),
  ready: middle(visits, ({ ready }) => ready),
  menu: middle(visits, ({ menu }) => menu),
  typing: middle(visits, ({ typing }) => typing),
  route: middle(visits, ({ route }) => route),
  page: middle(visits, ({ page }) => page),
});

/** @typedef {{ name: string, site: ReturnType<typeof visitSummary>, plain: ReturnType<typeof visitSummary> }} Visited */

/** @param {Visited[]} visited */
const visitTable = (visited) =>
  table(
    [
      'page|build|FCP ms|LCP ms|React ready ms|× plain|menu ms|typing ms|route ms|page ms'.split(
        '|',
      ),
      ...visited.flatMap(({ name, site, plain }) =>
        [site, plain].map((result) => [
          name,
          result === site ? 'this site' : 'plain',
          whole(result.fcp),
          whole(result.lcp),
          whole(result.ready),
          (result.ready / plain.ready).toFixed(2),
          whole(result.menu),
          whole(result.typing),
          whole(result.route),
          whole(result.page),
        ]),
      ),
    ],
    2,
  );

/** @param {Visited[]} visited @returns {Aim[]} */
function visitAims(visited) {
  const late = visited.filter(({ site, plain }) => site.ready > 1.03 * plain.ready);
  const slow = visited.flatMap(({ name, site }) =>
    /** @type {const} */ (['menu', 'typing', 'route'])
      // no figure where there is no form
      .filter((interaction) => site[interaction] > 100)
      .map((interaction) => `${name} ${interaction} ${whole(site[interaction])}`),
  );
  return [
    [
      'React ready ≤ 1.0 × the plain build (3 % are noise)',
      late.map(({ name, site, plain }) => `${name} ${(site.ready / plain.ready).toFixed(2)}`),
    ],
    ['every interaction ≤ 100 ms', slow],
  ];
}

/** @param {Aim[]} aims */
function verdict(aims) {
  const missed = aims.filter(([, missedBy]) => missedBy.length > 0);
  const met = aims.filter(([, missedBy]) => missedBy.length === 0);
  return [
    met.length > 0 ? 'Aims met:\n' : 'No aim is met.',
    ...met.map(([aim]) => `- ${aim}`),
    ...(missed.length > 0 ? ['\nAims missed:\n'] : []),
    ...missed.map(([aim, missedBy]) => `- ${aim}: ${missedBy.join('; ')}`),
  ].join('\n');
}

/** Puts the figures where docs/figures.md keeps them. @param {string} text */
function writeFigures(text) {
  const file = `${root}docs/figures.md`;
  const figures = readFileSync(file, 'utf8');
  const place = /(<!-- speed -->\n)[\s\S]*(<!-- \/speed -->)/;
  if (!place.test(figures)) {
    throw new Error('docs/figures.md has no place marked <!-- speed -->.');
  }
  writeFileSync(
    file,
    figures.replace(place, (_, start, end) => `${start}\n${text}\n\n${end}`),
  );
}

/**
 * Prints what was measured and which aims it meets; draws it, and a full run goes into
 * docs/figures.md.
 * @param {Measured} measured @param {number} runs
 */
export function report(measured, runs) {
  const floor = summary(measured.floor);
  const pages = measured.pages.map(({ path, label, site, plain }) => ({
    name: path,
    label,
    result: summary(site),
    plain: summary(plain),
  }));
  const visited = measured.visited.map(({ path, site, plain }) => ({
    name: path,
    site: visitSummary(site),
    plain: visitSummary(plain),
  }));
  const { version } = JSON.parse(
    readFileSync(`${root}node_modules/lighthouse/package.json`, 'utf8'),
  );
  const conditions = `Lighthouse ${version}, a slow phone on slow 4G (simulated), ${runs === 1 ? 'one run' : `median of ${runs} runs`}`;
  const aims = [...auditAims(pages, floor), ...visitAims(visited)];
  const tables = `${conditions}, ${cpus().length} cores. The
scores are those of performance, accessibility, best practices and SEO.

${auditTable(pages, floor)}

The same connection applied, not simulated, with a processor four times slower. From when
React is ready on, the processor alone counts: from a touch on the menu (menu), a key in the
form's first field (typing) or a touch on a link of the menu (route) to the next paint, by
Event Timing; and from that touch to the frame that has the new page's heading (page), whose
code comes over loopback then:

${visitTable(visited)}`;
  console.log(`${tables}\n`);
  for (const [aim, missedBy] of aims) {
    console.log(missedBy.length === 0 ? `met    ${aim}` : `MISSED ${aim} (${missedBy.join('; ')})`);
  }

  const chart = drawChart(
    pages.map(({ label, name, result, plain }) => ({ label, path: name, site: result, plain })),
    floor,
    conditions,
  );
  const isFull = runs >= FULL;
  const picture = isFull ? 'docs/speed.svg' : '.cache/speed.svg';
  mkdirSync(root + dirname(picture), { recursive: true });
  writeFileSync(root + picture, chart);
  console.log(`\nThe picture is ${picture}.`);
  if (!isFull) return;
  writeFigures(
    `![When each page paints, beside the floor](speed.svg)\n\n${tables}\n\n${verdict(aims)}`,
  );
}
