// @ts-check
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { root } from '../../../scripts/environment.mjs';
import { CATEGORIES } from './audit.mjs';
import { drawChart } from './chart.mjs';

/** As many runs as make a median worth keeping. */
export const FULL = 5;

/*
 * What is noise beside the build before. A build measured beside itself, in three runs, had paints of up to 1.06
 * of its own, was ready at up to 1.04, and answered a touch up to 16 ms later: Lighthouse simulates from what it
 * sees of two cores that everything shares, and Event Timing counts in steps of 8 ms. TBT differed by
 * more than it is, 70 ms of 19, so it is told and no aim.
 */
const PAINT_NOISE = 8;
const READY_NOISE = 5;
const EVENT_NOISE = 16;

/** @typedef {import('./audit.mjs').Audit} Audit */
/** @typedef {import('./visit.mjs').Visit} Visit */
/** @typedef {[aim: string, missedBy: string[]]} Aim */

/**
 * @template T
 * @typedef {{ site: T[], plain: T[], before?: T[] }} Builds a result for each round
 */

/**
 * @typedef {object} Measured
 * @property {Audit[]} floor
 * @property {({ path: string, label: string } & Builds<Audit>)[]} pages
 * @property {({ path: string } & Builds<Visit>)[]} visited
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

/** @typedef {ReturnType<typeof visitSummary>} VisitSummary */
/** @typedef {{ name: string, site: VisitSummary, plain: VisitSummary, before?: VisitSummary }} Visited */

/** @param {Visited[]} visited */
const visitTable = (visited) =>
  table(
    [
      'page|build|FCP ms|LCP ms|React ready ms|× plain|menu ms|typing ms|route ms|page ms'.split(
        '|',
      ),
      ...visited.flatMap(({ name, site, before, plain }) =>
        [site, ...(before ? [before] : []), plain].map((result) => [
          name,
          result === site ? 'this site' : result === plain ? 'plain' : 'before',
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

/**
 * The ratios to the build before, one of each round, because the two were measured in it one right after the other.
 * @template T
 * @param {Builds<T>} page @param {(result: T) => number | undefined} figure
 */
const ratios = ({ site, before = [] }, figure) =>
  site.map((result, round) => {
    const earlier = before[round];
    return Number(figure(result)) / Number(earlier && figure(earlier));
  });

/** @param {Measured['pages']} pages */
function beforeTable(pages) {
  const compared = /** @type {[name: string, figure: (audit: Audit) => number][]} */ ([
    ['FCP', ({ fcp }) => fcp],
    ['LCP', ({ lcp }) => lcp],
  ]);
  return table(
    [
      [
        'page',
        ...compared.flatMap(([name]) => [`${name} ms`, 'before', '× before']),
        ...['TBT ms', 'before', 'script KB', 'before'],
      ],
      ...pages.map((page) => {
        const now = summary(page.site);
        const before = page.before && summary(page.before);
        const told = (/** @type {string | undefined} */ value) => value ?? '–';
        return [
          page.path,
          ...compared.flatMap(([, figure]) => [
            whole(middle(page.site, figure)),
            whole(middle(page.before ?? [], figure)),
            told(before && median(ratios(page, figure)).toFixed(2)),
          ]),
          ...[whole(now.tbt), told(before && whole(before.tbt))],
          ...[kilobytes(now.script), told(before && kilobytes(before.script))],
        ];
      }),
    ],
    1,
  );
}

/** @param {Measured} measured @returns {Aim[]} */
function beforeAims({ pages, visited }) {
  /**
   * @template T
   * @param {string} what @param {number} noise in percent
   * @param {({ path: string } & Builds<T>)[]} places @param {(result: T) => number} figure
   */
  const noSlower = (what, noise, places, figure) =>
    /** @type {Aim} */ ([
      `${what} ≤ 1.0 × before (${noise} % are noise)`,
      places.flatMap((page) => {
        const each = ratios(page, figure);
        if (!(median(each) > 1 + noise / 100)) return [];
        const [least, most] = [Math.min(...each), Math.max(...each)].map((it) => it.toFixed(2));
        const spread = each.length > 1 ? `, in single rounds ${least} to ${most}` : '';
        return `${page.path} ${median(each).toFixed(2)}${spread}`;
      }),
    ]);
  const slower = visited.flatMap((page) =>
    /** @type {const} */ (['menu', 'typing', 'route']).flatMap((interaction) => {
      const [now, before] = [page.site, page.before ?? []].map((visits) =>
        middle(visits, (result) => result[interaction]),
      );
      const isSlower = Number(now) > Number(before) + EVENT_NOISE;
      return isSlower ? `${page.path} ${interaction} ${now} instead of ${before}` : [];
    }),
  );
  return [
    noSlower('FCP', PAINT_NOISE, pages, ({ fcp }) => fcp),
    noSlower('LCP', PAINT_NOISE, pages, ({ lcp }) => lcp),
    noSlower('React ready', READY_NOISE, visited, ({ ready }) => ready),
    [`every interaction ≤ before (${EVENT_NOISE} ms are noise)`, slower],
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
  const visited = measured.visited.map(({ path, site, plain, before }) => ({
    name: path,
    site: visitSummary(site),
    plain: visitSummary(plain),
    ...(before && { before: visitSummary(before) }),
  }));
  const { version } = JSON.parse(
    readFileSync(`${root}node_modules/lighthouse/package.json`, 'utf8'),
  );
  const conditions = `Lighthouse ${version}, a slow phone on slow 4G (simulated), ${runs === 1 ? 'one run' : `median of ${runs} runs`}`;
  const hasBefore = measured.pages.some(({ before }) => before !== undefined);
  const aims = [
    ...auditAims(pages, floor),
    ...visitAims(visited),
    ...(hasBefore ? beforeAims(measured) : []),
  ];
  const tables = `${conditions}, ${cpus().length} cores. The
scores are those of performance, accessibility, best practices and SEO.

${auditTable(pages, floor)}
${
  hasBefore
    ? `
Beside the build before, each page right after its like; × before is the median of the ratios of
all rounds, and – is a page that it has not:

${beforeTable(measured.pages)}
`
    : ''
}
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
