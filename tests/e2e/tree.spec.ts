import type { Page } from '@playwright/test';
import { treeOfLimbs } from '../../src/identity/face/limbs.ts';
import { site } from '../../src/identity/site.ts';
import homePlace from '../../src/pages/home/place.ts';
import { formStates } from '../states/formStates.ts';
import { addresses, placeOf } from '../support/places.ts';
import { contrast, pixels } from './audits.ts';
import { dressed, expect, open, test } from './fixtures.ts';
import { crashPage, enter, sendWithoutScript, stateNoise } from './formStates.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeEach(({ expectedNoise }) => {
  expectedNoise.push(/^error: Failed to load resource: .* 404/);
});

const WIDTHS = [360, 768, 1280, 1920];

/* What the sample firm draws. Another firm removes this file with the drawings. */

const crowdedNames = (page: Page, count: number) =>
  page.evaluate(
    ({ width, height, branches, leaves, count }) => {
      const svg = document.querySelector('.service-tree svg');
      const list = document.querySelector('.service-tree ul');
      const [path, item] = [svg?.querySelector('path'), list?.querySelector('li')];
      if (!svg || !list || !path || !item) throw new Error('The home page has no tree.');
      const box = { viewBox: `${-width / 2} ${-height} ${width} ${height}`, width, height };
      for (const [name, value] of Object.entries(box)) svg.setAttribute(name, String(value));
      const drawn = [...branches, leaves].map((line) => {
        const copy = path.cloneNode() as SVGPathElement;
        copy.setAttribute('d', line.path);
        copy.setAttribute('stroke-width', String(line.width));
        return copy;
      });
      svg.replaceChildren(...drawn);
      list.replaceChildren(...Array.from({ length: count }, () => item.cloneNode(true)));
      // three lines of the maximum width, in em so that the font does not matter
      const names = [...list.querySelectorAll('a')].map((link) => {
        const lineBreak = document.createElement('br');
        link.replaceChildren('1', lineBreak, '2', lineBreak.cloneNode(), '3');
        link.style.inlineSize = '99em';
        return link.getBoundingClientRect();
      });
      const strokes = drawn.flatMap((path) => {
        const matrix = path.getScreenCTM() ?? new DOMMatrix();
        const around = (matrix.a * Number(path.getAttribute('stroke-width'))) / 2;
        return Array.from({ length: path.getTotalLength() / 6 }, (_, step) => {
          const { x, y } = path.getPointAtLength(6 * step).matrixTransform(matrix);
          return new DOMRect(x - around, y - around, 2 * around, 2 * around);
        });
      });
      const meets = (one: DOMRect, other: DOMRect) =>
        one !== other &&
        one.left < other.right &&
        other.left < one.right &&
        one.top < other.bottom &&
        other.top < one.bottom;
      return names.flatMap((name, index) => [
        ...(name.width === 0 ? [`${index + 1} is not shown`] : []),
        ...(strokes.some((stroke) => meets(name, stroke)) ? [`${index + 1} is on the tree`] : []),
        ...(names.some((other) => meets(name, other)) ? [`${index + 1} is on another`] : []),
      ]);
    },
    { ...treeOfLimbs(site.slogan, count, 3), count },
  );

test('three to nine services fit on the tree', async ({ page }) => {
  await open(page, homePlace.path);
  const crowded: string[] = [];
  for (const width of [1120, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    for (const count of [3, 4, 5, 6, 7, 8, 9]) {
      const names = await crowdedNames(page, count);
      crowded.push(...names.map((name) => `${count} services at ${width} px: ${name}`));
    }
  }
  expect(crowded).toEqual([]);
});

test('the tree reaches the edge of a wide page', async ({ page }) => {
  await open(page, homePlace.path);
  for (const width of [1600, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const tree = await page.locator('.service-tree').boundingBox();
    expect.soft((tree?.x ?? 0) + (tree?.width ?? 0), `${width} px`).toBeCloseTo(width, 0);
    expect.soft((tree?.y ?? 0) + (tree?.height ?? 0), `${width} px`).toBeLessThanOrEqual(900);
  }
});

test('on phones the home page’s tree stands on the ground line while it rises', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page, homePlace.path);
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 900 });
    const bottoms = await page.evaluate(() => {
      const tree = document.querySelector<SVGElement>('.tree-grows .tree');
      const box = document.querySelector<HTMLElement>('.tree-grows');
      if (!tree || !box) throw new Error('The home page has no tree.');
      for (const animation of document.getAnimations()) animation.finish();
      const atRest = tree.getBoundingClientRect().bottom;
      // rises when it appears
      box.style.display = 'none';
      tree.getBoundingClientRect();
      box.style.display = '';
      const animations = [tree, box].flatMap((element) => element.getAnimations());
      if (animations.length !== 2) throw new Error(`${animations.length} animations.`);
      return [0, 400, 800, 1200].map((time) => {
        for (const animation of animations) {
          animation.pause();
          animation.currentTime = time;
        }
        return Math.round(tree.getBoundingClientRect().bottom - atRest);
      });
    });
    expect(bottoms, `${width} px`).toEqual([0, 0, 0, 0]);
  }
});

test('what has grown stays grown when the width changes', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, homePlace.path);
  const moving = () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      const parts = document.querySelectorAll('.service-tree, .service-tree *');
      return [...parts].flatMap((part) => part.getAnimations()).length;
    });
  await expect.poll(moving).toBe(0);
  for (const width of [959, 961, 360, 1121, 1600, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await moving(), `${width} px`).toBe(0);
  }
});

const middle = (row: readonly number[][], isPart: (pixel: number[]) => boolean) => {
  const found = row.flatMap((pixel, x) => (isPart(pixel) ? [x] : []));
  return ((found[0] ?? Number.NaN) + (found.at(-1) ?? Number.NaN)) / 2;
};
const isInk = ([red = 0]: number[]) => red < 128;
const isRoot = ([red = 0, green = 0]: number[]) => red > 128 && green < 128;

test('every trunk ends at the ground line, and the root leaves from its middle', async ({ page }) => {
  const faults: string[] = [];
  for (const path of addresses) {
    await open(page, path);
    await dressed(page);
    await page.evaluate(() => {
      const { style } = document.documentElement;
      for (const [token, value] of [
        ['--ink', '#000'],
        ['--root', '#f00'],
        ['--paper', '#fff'],
        ['--aloe', '#fff'],
      ] as const) {
        style.setProperty(token, value);
      }
    });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 1000 });
      const { x, y } = await page.evaluate(() => {
        const root = document.querySelector('.taproot')?.getBoundingClientRect();
        return { x: Math.round(root?.right ?? 0), y: Math.round(root?.top ?? 0) };
      });
      const rows = await pixels(page, { x: x - 50, y: y - 6, width: 100, height: 16 });
      const below = rows.slice(7).filter((row) => row.some(isInk)).length;
      const aside = middle(rows[8] ?? [], isRoot) - middle(rows[0] ?? [], isInk);
      if (below > 0) faults.push(`${path}, ${width} px: ${below} px of the trunk are underground`);
      if (!(Math.abs(aside) <= 2)) faults.push(`${path}, ${width} px: the root is ${aside} px aside`);
    }
  }
  expect(faults).toEqual([]);
});

test('the root line has a contrast of 3:1 in the dark band', async ({ page }) => {
  const services = placeOf('services');
  test.skip(services === undefined);
  await open(page, services?.path ?? '');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const band = page.locator('.call-us');
      await band.scrollIntoViewIfNeeded();
      const { x, y } = await band.evaluate((element) => ({
        x: Number.parseFloat(getComputedStyle(element.closest('main') ?? element, '::before').left),
        y: element.getBoundingClientRect().bottom,
      }));
      const [row = []] = await pixels(page, { x: Math.round(x), y: Math.round(y) - 20, width: 12, height: 1 });
      const [ground = []] = row;
      const best = Math.max(...row.map((pixel) => contrast(pixel, ground)));
      expect.soft(best, `${colorScheme}, ${width} px`).toBeGreaterThan(3);
    }
  }
});

const pagesInOrder = [
  // first: see crashPage
  ['crash', crashPage],
  ['sent without script', (page: Page) => sendWithoutScript(page, 'For the line')],
  ...addresses.map((path) => [path, (page: Page) => open(page, path)] as const),
  ...formStates.filter(({ name }) => name === 'sent').map((it) => [it.name, (page: Page) => enter(page, it)] as const),
] as const;

const lineFaults = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body;
    const { content, display, left } = getComputedStyle(main, '::before');
    const x = Number.parseFloat(left) + 6;
    const isCrossed = (text: Node) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return [...range.getClientRects()].some((box) => box.left < x + 3 && box.right > x - 3);
    };
    const crossed = [...main.querySelectorAll(':not(.ground, .ground *, .visually-hidden)')]
      .flatMap(({ childNodes }) => [...childNodes])
      .filter((node) => node instanceof Text && isCrossed(node));
    return [
      ...(content !== 'none' && display !== 'none' ? [] : ['the line is missing']),
      ...crossed.map(({ textContent }) => `the line crosses "${textContent}"`),
    ];
  });

test('the line down the page crosses no text', async ({ page, expectedNoise }) => {
  expectedNoise.push(...stateNoise);
  const faults: string[] = [];
  for (const [name, enter] of pagesInOrder) {
    await enter(page);
    for (const width of [360, 1000, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      faults.push(...(await lineFaults(page)).map((fault) => `${name}, ${width} px: ${fault}`));
    }
  }
  expect(faults).toEqual([]);
});
