import type { Page } from '@playwright/test';
import homePlace from '../../src/pages/home/place.ts';
import { parts } from '../support/parts.ts';
import { expect, open, test } from './fixtures.ts';
import { visits } from './visits.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeEach(({ expectedNoise }) => {
  expectedNoise.push(/^error: Failed to load resource: .* 404/);
});

/* What the sample firm draws. Another firm removes this file with the drawings. */

const lineFaults = (page: Page) =>
  page.evaluate(({ ground, hiddenText }) => {
    const main = document.querySelector('main') ?? document.body;
    const { content, display, left } = getComputedStyle(main, '::before');
    const x = Number.parseFloat(left) + 6;
    const isCrossed = (text: Node) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return [...range.getClientRects()].some((box) => box.left < x + 3 && box.right > x - 3);
    };
    const crossed = [...main.querySelectorAll(`:not(${ground}, ${ground} *, ${hiddenText})`)]
      .flatMap(({ childNodes }) => [...childNodes])
      .filter((node) => node instanceof Text && isCrossed(node));
    return [
      ...(content !== 'none' && display !== 'none' ? [] : ['the line is missing']),
      ...crossed.map(({ textContent }) => `the line crosses "${textContent}"`),
    ];
  }, parts);

test('the line down the page crosses no text', async ({ page }) => {
  for (const { name, enter } of visits.filter(({ name, kind }) => kind === 'page' || name === 'contact-us.sent')) {
    await enter(page);
    for (const width of [360, 1000, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await lineFaults(page), `${name}, ${width} px`).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 900 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect.soft(await lineFaults(page), `${name} with enlarged text`).toEqual([]);
  }
});

test('no twig covers the number of its service', async ({ page }) => {
  await open(page, homePlace.path);
  for (const width of [360, 768, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    const tooLow = await page.locator('main .service-list li').evaluateAll((entries) =>
      entries.filter((entry) => {
        const sizeOf = (pseudo: string | null, property: string) =>
          Number.parseFloat(getComputedStyle(entry, pseudo).getPropertyValue(property));
        const padding = sizeOf(null, 'padding-top') + sizeOf(null, 'padding-bottom');
        return entry.clientHeight - padding < sizeOf('::before', 'line-height') + sizeOf('::after', 'height');
      }),
    );
    expect.soft(tooLow, `${width} px`).toEqual([]);
  }
});
