import type { Page } from '@playwright/test';
import { treeOfLimbs } from '../../src/identity/face/limbs.ts';
import { site } from '../../src/identity/site.ts';
import homePlace from '../../src/pages/home/place.ts';
import { expect, open, test } from './fixtures.ts';
import { visits } from './visits.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeEach(({ expectedNoise }) => {
  expectedNoise.push(/^error: Failed to load resource: .* 404/);
});

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

for (const { name, enter } of visits.filter(({ name, kind }) => kind === 'page' || name === 'contact-us.sent')) {
  test(`the line down the page crosses no text: ${name}`, async ({ page }) => {
    await enter(page);
    for (const width of [360, 1000, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await lineFaults(page), `${width} px`).toEqual([]);
    }
  });
}
