import type { Page } from '@playwright/test';
import homePlace from '../../../src/pages/home/place.ts';
import { parts } from '../../support/parts.ts';
import { expect, open, test } from '../fixtures.ts';
import { visits } from '../visits.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeEach(({ expectedNoise }) => {
  expectedNoise.push(/^error: Failed to load resource: .* 404/);
});

/* What the sample firm draws. Another firm removes this file with the drawings. */

const lineFaults = (page: Page) =>
  page.evaluate(({ ground, hiddenText }) => {
    const main = document.querySelector('main') ?? document.body;
    const { content, display, left, maskImage } = getComputedStyle(main, '::before');
    const x = Number.parseFloat(left) + 6;
    const isCrossed = (text: Node) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return [...range.getClientRects()].some((box) => box.left < x + 3 && box.right > x - 3);
    };
    const crossed = [...main.querySelectorAll(`:not(${ground}, ${ground} *, ${hiddenText})`)]
      .flatMap(({ childNodes }) => [...childNodes])
      .filter((node) => node instanceof Text && isCrossed(node));
    const texts = [...document.querySelectorAll(`body :not(${hiddenText}, ${hiddenText} *)`)]
      .flatMap(({ childNodes }) => [...childNodes])
      .filter((node) => node instanceof Text && node.data.trim() !== '');
    const isOver = (drawing: Element, text: Node) => {
      const { left, right, top, bottom } = drawing.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(text);
      return [...range.getClientRects()].some(
        (box) =>
          box.left < right - 1 &&
          box.right > left + 1 &&
          box.top + box.height / 4 < bottom &&
          box.bottom - box.height / 4 > top,
      );
    };
    const covered = [...document.querySelectorAll('svg:is(.root, .taproot, .footer-roots) path')].flatMap((drawing) =>
      texts.filter((text) => isOver(drawing, text)).map(({ textContent }) => `a branch on "${textContent}"`),
    );
    return [
      ...(content !== 'none' && display !== 'none' && maskImage !== 'none' ? [] : ['the line is missing']),
      ...covered,
      ...crossed.map(({ textContent }) => `the line crosses "${textContent}"`),
    ];
  }, parts);

test('the line down the page and its branches cross no text', async ({ page }) => {
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
