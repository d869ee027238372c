import type { Page, PageScreenshotOptions } from '@playwright/test';
import sharp from 'sharp';
import { contactForm } from '../../src/content/words/contactForm.ts';
import contactPlace from '../../src/pages/contact-us/place.ts';
import homePlace from '../../src/pages/home/place.ts';
import workPlace from '../../src/pages/our-work/place.ts';
import servicesPlace from '../../src/pages/services/place.ts';
import { formStates } from '../../src/states/formStates.ts';
import { addresses } from '../support/places.ts';
import { contrast } from './audits.ts';
import { dressed, expect, fillForm, open, reload, test } from './fixtures.ts';
import { answerWith, crashPage, enter, sendWithoutScript, stateNoise } from './formStates.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const WIDTHS = [360, 768, 1280, 1920];

test.beforeEach(({ expectedNoise }) => {
  expectedNoise.push(/^error: Failed to load resource: .* 404/);
});

/** The colour of each pixel, row by row. */
async function pixels(page: Page, clip: NonNullable<PageScreenshotOptions['clip']>): Promise<number[][][]> {
  const { data, info } = await sharp(await page.screenshot({ clip, animations: 'disabled' }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Array.from({ length: info.height }, (_, y) =>
    Array.from({ length: info.width }, (_, x) => [
      ...data.subarray(3 * (y * info.width + x), 3 * (y * info.width + x) + 3),
    ]),
  );
}

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

const pagesInOrder = [
  // first: see crashPage
  ['crash', crashPage],
  ['sent without script', (page: Page) => sendWithoutScript(page, 'For the root')],
  ...addresses.map((path) => [path, (page: Page) => open(page, path)] as const),
  ...formStates.filter(({ name }) => name === 'sent').map((it) => [it.name, (page: Page) => enter(page, it)] as const),
] as const;

const rootFaults = (page: Page) =>
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
    const parts = [
      content !== 'none' && display !== 'none',
      main.querySelector('.taproot') !== null,
      document.querySelector('.footer-roots')?.checkVisibility(),
    ];
    return [
      ...(parts.every(Boolean) ? [] : ['the root hangs from nothing']),
      ...crossed.map(({ textContent }) => `the root crosses "${textContent}"`),
    ];
  });

test('the root grows from a tree and crosses no text', async ({ page, expectedNoise }) => {
  expectedNoise.push(...stateNoise);
  const faults: string[] = [];
  for (const [name, enter] of pagesInOrder) {
    await enter(page);
    for (const width of [360, 1000, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      faults.push(...(await rootFaults(page)).map((fault) => `${name}, ${width} px: ${fault}`));
    }
  }
  expect(faults).toEqual([]);
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

test('the root line has a contrast of 3:1 in the dark band', async ({ page }) => {
  await open(page, servicesPlace.path);
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

test('the picture of this website follows the colour scheme', async ({ page }) => {
  await open(page, workPlace.path);
  const picture = page.locator('.picture');
  const shown = () => picture.evaluate((image: HTMLImageElement) => image.currentSrc);
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(shown).toMatch(/this-website-\d/);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(shown).toMatch(/this-website-dark-\d.*avif$/);
});

test('on a phone, a failure is scrolled into view and shows each way to write once', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push(...stateNoise);
  await page.setViewportSize({ width: 360, height: 740 });
  await answerWith(page, 'the store cannot be written');
  await open(page, contactPlace.path);
  await fillForm(page, 'A quote');
  const send = page.getByRole('button', { name: 'Send message' });
  await send.evaluate((button) => button.scrollIntoView({ block: 'end', behavior: 'instant' }));
  await send.click();
  await expect(page.locator('.contact-form-failure')).toBeInViewport({ ratio: 1 });
  const calls = page.locator('main a[href^="tel:"]').filter({ visible: true });
  await expect(calls).toHaveCount(1);
});

test('after “Clear the form”, one line stays in place and leaves no gap', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, contactPlace.path);
  await fillForm(page, 'To be cleared');
  await reload(page);
  await page.getByRole('button', { name: contactForm.draft.clear }).click();
  const line = page.locator('.contact-form-draft', { hasText: contactForm.draft.cleared });
  const box = await line.boundingBox();
  expect(box?.height).toBeLessThan(64);
  await page.keyboard.type('Zo');
  await expect(page.getByRole('button', { name: contactForm.draft.undo })).toBeHidden();
  expect(await line.boundingBox()).toEqual(box);
});
